// What the desk's pages share: they are told what came of an action, and lead where it says.

export { $, $$ } from "./page.js";
import { $ } from "./page.js";

export function say(text, wrong = false) {
  const status = $("#status");
  status.textContent = text;
  status.classList.toggle("wrong", wrong);
  if (wrong) status.scrollIntoView({ block: "nearest" });
}

export async function act(name, data = {}) {
  try {
    const sent = JSON.stringify({ ...data, do: name });
    const response = await fetch("act", { method: "POST", headers: { "Content-Type": "application/json" }, body: sent });
    const answer = await response.json();
    if (answer.error) say(answer.error, true);
    else if (answer.said) say(answer.said);
    if (answer.go === "") location.reload();
    else if (answer.go) location.assign(answer.go);
    return answer;
  } catch {
    say($("#status").dataset.failed, true);
    return { error: true };
  }
}

export const meant = (element) => (({ id, in: language }) => ({ id, in: language }))(element.closest("[data-id]")?.dataset ?? {});

export async function once(button, work) {
  button.setAttribute("aria-busy", "true");
  button.disabled = true;
  try { await work(); } finally { button.removeAttribute("aria-busy"); button.disabled = false; }
}
