// The composer: what is written, picked and sent.

import { arrived, bring, caughtUp, live, showSent, think } from "./game.js";
import { $, $$, call, game, go, kept, say } from "./page.js";

// `pending`: the message under way, with what was shown when it was sent; `next`: a press that waits for its end.
let pending, next = false;
const busy = () => pending && (next || live.seen === pending.seen);

// A button in words, without its number, its place or its price.
function wording(button) {
  const words = button.cloneNode(true);
  for (const one of $$(".n, .place, small", words)) one.remove();
  return words.textContent.trim();
}

// What a phone has no room for: the other ways to say something, and the commands.
export function unfold(open = !$("#composer").classList.contains("unfolded")) {
  $("#composer")?.classList.toggle("unfolded", open);
  $("#more")?.setAttribute("aria-expanded", String(open));
  const latest = $("#log .said") && $("#log").lastElementChild;
  if (open && latest) bring(latest);  // the composer has grown over it
}

// `shown`: the message as a person would say it, which stands on the page until its turn does.
export async function send(text, button, shown = button ? wording(button) : text) {
  if (busy() || !text.trim()) return;
  if (pending) {  // its turn is on the page already, and may be answered
    next = true;
    await pending.answer;
    next = false;
    if (!$("#game") || (button && (button.disabled || !button.isConnected))) return;
  }
  unfold(false);
  $("#game").classList.add("pending");
  say("");
  const { game: id } = game();
  showSent(shown.trim());
  pending = { seen: live.seen, answer: answered(text) };
  const answer = await pending.answer;
  pending = undefined;
  if ($("#game") && game().game === id) {
    $("#game").classList.remove("pending");
    arrived();
    think();
  }
  if (answer.error) return void say(answer.error, true);
  if (answer.stopped) return void say(answer.stopped);
  if (answer.said) say(answer.said);
  if (answer.go) await go(answer.go);
  return true;
}

// What came of a message, once it stands on the page: what was offered before would answer something else now.
async function answered(text) {
  const here = $("#game"), answer = await call("send_message", { ...game(), text });
  await caughtUp(here, answer.n);
  return answer;
}

// A choice of several, in an order: what is tapped goes to the end, what is tapped again goes out.
export function pick(button) {
  const group = button.closest(".many"), n = button.dataset.pick;
  const before = group.dataset.order.split(" ").filter(Boolean);
  const order = before.includes(n) ? before.filter((one) => one !== n) : [...before, n];
  group.dataset.order = order.join(" ");
  for (const one of $$("[data-pick]", group)) {
    const place = order.indexOf(one.dataset.pick) + 1;
    one.setAttribute("aria-pressed", String(place > 0));
    $(".place", one).textContent = !place ? "" : "ordered" in group.dataset ? place : "✓";
  }
  const { chosen, none } = group.dataset;
  const ordered = "ordered" in group.dataset ? order.map((one) => `#${one}`).join(" → ") : order.length;
  const said = order.length ? chosen.replace("{order}", ordered) : none;
  $("[role=status]", group).textContent = said;
  $("[data-picked]", group).disabled = !order.length;
}

export async function sendPicked(button) {
  const group = button.closest(".many"), { order } = group.dataset;
  const said = order.split(" ").map((n) => wording($(`[data-pick="${n}"]`, group)));
  const used = mode()?.value;
  if (used) choose();
  if (!await send(order, button, said.join(" · ")) && used && $("#message")) choose(used);
}

// A cloze: a gap that is tapped shows its choices; what is chosen stands in it, and the next open gap follows.
export function openGap(gap) {
  const cloze = gap.closest(".cloze"), open = gap.getAttribute("aria-expanded") !== "true";
  for (const one of $$("[data-gap]", cloze)) one.setAttribute("aria-expanded", String(open && one === gap));
  for (const one of $$("[data-choices]", cloze)) one.hidden = !open || one.dataset.choices !== gap.dataset.gap;
}

function put(gap, button) {
  for (const one of $$("[data-choice]", button.parentElement)) one.setAttribute("aria-pressed", String(one === button));
  gap.dataset.fill = button.dataset.choice;
  gap.setAttribute("aria-label", gap.getAttribute("aria-label").replace(gap.textContent, button.textContent));
  gap.textContent = button.textContent;
}

// The gap that is open next, seen from one of them; the answer can be sent once there is none.
function nextGap(cloze, from) {
  const gaps = $$("[data-gap]", cloze);
  const left = [...gaps.slice(gaps.indexOf(from)), ...gaps].find((one) => one.dataset.fill === "0");
  $("[data-filled]", cloze).disabled = Boolean(left);
  return left;
}

const fills = (cloze) => $$("[data-gap]", cloze).map((one) => one.dataset.fill).join(" ");

export function fillGap(button) {
  const cloze = button.closest(".cloze"), gap = $(`[data-gap="${button.parentElement.dataset.choices}"]`, cloze);
  put(gap, button);
  kept.set(`cloze:${game().game}`, fills(cloze));
  const left = nextGap(cloze, gap);
  openGap(left ?? gap);
  (left ?? $("[data-filled]", cloze)).focus();
}

// What was chosen before something else was asked, or the page was loaded anew, is in the gaps again.
export function refill() {
  const cloze = $("#log .open .cloze:not([data-refilled])");
  if (!cloze) return;
  cloze.dataset.refilled = "";
  const before = (kept.get(`cloze:${game().game}`) || "").split(" "), gaps = $$("[data-gap]", cloze);
  for (const [index, gap] of gaps.entries()) {
    const button = $(`[data-choices="${gap.dataset.gap}"] [data-choice="${before[index] || 0}"]`, cloze);
    if (button && gap.dataset.fill === "0") put(gap, button);
  }
  const left = nextGap(cloze, gaps[0]);
  if (left?.getAttribute("aria-expanded") === "false") openGap(left);
}

export async function sendFilled(button) {
  const cloze = button.closest(".cloze"), used = mode()?.value;
  if (used) choose();
  if (!await send(`/answer ${fills(cloze)}`, button, $(".sentence", cloze).textContent) && used && $("#message")) choose(used);
}

export async function compose() {
  const message = $("#message"), text = message.value.trim(), { game: id } = game();
  if (!text || busy()) return;
  const typed = text.normalize("NFKC");
  if (/^[/、\\][/、\\\s]*(quit|exit|退出)[^\p{L}\d]*$/iu.test(typed)) {
    kept.set(`draft:${id}`, "");
    return go("?");
  }
  const from = document.activeElement, { givingUp } = $("#composer").dataset;
  if (/(^|\s)[/、\\][/、\\\s]*(giveup|放弃|放棄|认输|認輸)/i.test(typed) && givingUp && !confirm(givingUp)) return;
  const used = mode().value, command = typed.startsWith("/") ? "" : mode().dataset.command;
  message.value = "";  // what is typed and chosen from now on is the next message's
  choose();
  if (await send(command ? `${command} ${text}` : text, undefined, text)) {
    if (kept.get(`draft:${id}`) === text) kept.set(`draft:${id}`, "");
    if (!$("#message") || game().game !== id) return;
    kept.set(`draft:${id}`, $("#message").value);
  } else if (!$("#message")) return;
  else if (game().game === id) {
    $("#message").value = [text, $("#message").value].filter(Boolean).join("\n");
    choose(used);
  }
  if ([from, document.body].includes(document.activeElement)) $("#message").focus();  // or wherever one went meanwhile
}

export const mode = () => $("input[name=mode]:checked");

// Another way to say something; without a name the first, which is the usual one.
export function choose(id) {
  const modes = $$("input[name=mode]");
  const chosen = modes.find((one) => one.value === id) ?? modes[0];
  if (chosen) chosen.checked = true;
  moded();
}

export function moded() {
  const message = $("#message"), { label, placeholder } = mode().dataset;
  message.placeholder = $("#looks-on")?.dataset.first ?? placeholder;
  message.setAttribute("aria-label", label);
  $("#composer").dataset.mode = mode().value;
  grow();
}

export function grow() {
  const message = $("#message");
  message.style.height = "auto";
  message.style.height = `${Math.min(message.scrollHeight + 2, 220, innerHeight / 3)}px`;
}
