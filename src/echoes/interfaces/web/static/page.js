// The page itself: what every part of it uses. The server makes all HTML, and escapes what people wrote.

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// Set at the start: `root`, the element that holds the page; `server`, its functions; `open`, which shows an address.
export const page = {};

export const kept = {
  get: (key) => { try { return localStorage.getItem(`echoes:${key}`); } catch { return null; } },
  set: (key, value) => { try { localStorage.setItem(`echoes:${key}`, value); } catch { /* private mode */ } },
};
export const wide = () => matchMedia("(min-width: 60rem) and (min-height: 30rem)").matches;
export const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");
export const game = () => (({ game, room, at }) => ({ game, room, at }))($("#game").dataset);

export async function call(name, data = {}) {
  try {
    const answer = await page.server[name](data);
    if (answer) return answer;
    throw new Error("no answer");  // Gradio's client only warns when a request fails
  } catch {
    return { error: $("#game")?.dataset.offline ?? "…", lost: true };
  }
}

export function go(address) {
  history.pushState({}, "", address);
  return page.open();
}

export function say(text, wrong = false) {
  const status = $("#status");
  if (!status) return;
  status.textContent = text;
  status.classList.toggle("wrong", wrong);
}

export async function act(name, data) {
  const answer = await call(name, data);
  if (answer.error) say(answer.error, true);
  if (answer.go) await go(answer.go);
  return answer;
}

export async function copy(id, button) {
  const from = $(`#${id}`), text = from.value ?? from.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const range = document.createRange();
    range.selectNodeContents(from);
    from.select ? from.select() : getSelection().addRange(range);
    document.execCommand("copy");
  }
  say($("#game")?.dataset.copied ?? "✓");
  button.dataset.words ??= button.textContent;  // a dialog lies over what is said
  button.textContent = $("#game")?.dataset.copied ?? "✓";
  setTimeout(() => { button.textContent = button.dataset.words; }, 2000);
}
