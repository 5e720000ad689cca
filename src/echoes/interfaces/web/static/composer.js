// The composer: what is written, picked and sent.

import { hush, listen, live } from "./game.js";
import { $, $$, call, game, go, kept, say } from "./page.js";

let pending = false;

// What a phone has no room for: the other ways to say something, and the commands.
export function unfold(open = !$("#composer").classList.contains("unfolded")) {
  $("#composer")?.classList.toggle("unfolded", open);
  $("#more")?.setAttribute("aria-expanded", String(open));
}

export async function send(text) {
  if (pending || !text.trim()) return;
  unfold(false);
  pending = true;
  $("#game").classList.add("pending");
  say("");
  const answer = await call("send_message", { ...game(), text });
  pending = false;
  $("#game")?.classList.remove("pending");
  if (answer.error) return void say(answer.error, true);
  if (answer.n > live.seen) setTimeout(() => { if (answer.n > live.seen) { hush(); listen(); } }, 1500);
  return true;
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
    $(".place", one).textContent = place || "";
  }
  const { chosen, none } = group.dataset;
  const said = order.length ? chosen.replace("{order}", order.map((one) => `#${one}`).join(" → ")) : none;
  $("[role=status]", group).textContent = said;
  $("[data-picked]", group).disabled = !order.length;
}

export async function sendPicked(button) {
  if (!await send(button.closest(".many").dataset.order) || !$("#message")) return;
  choose();
}

export async function compose() {
  const message = $("#message"), text = message.value.trim(), { game: id } = game();
  if (!text || pending) return;
  if (/^[/／]\s*(quit|exit|退出)$/i.test(text)) {
    kept.set(`draft:${id}`, "");
    return go("?");
  }
  const giveUp = $("#commands [data-sure]");
  if (/^[/／]\s*(giveup|放弃|认输)/i.test(text) && giveUp && !confirm(giveUp.dataset.sure)) return;
  const command = text.startsWith("/") ? "" : mode().dataset.command;
  message.value = "";  // what is typed from now on is the next message
  grow();
  if (await send(command ? `${command} ${text}` : text)) {
    if (kept.get(`draft:${id}`) === text) kept.set(`draft:${id}`, "");
    if (!$("#message") || game().game !== id) return;
    kept.set(`draft:${id}`, $("#message").value);
    choose();
  } else if (!$("#message")) return;
  else if (game().game === id) $("#message").value = [text, $("#message").value].filter(Boolean).join("\n");
  moded();
  $("#message").focus();
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
  message.placeholder = placeholder;
  message.setAttribute("aria-label", label);
  $("#composer").dataset.mode = mode().value;
  grow();
}

export function grow() {
  const message = $("#message");
  message.style.height = "auto";
  message.style.height = `${Math.min(message.scrollHeight + 2, 220, innerHeight / 3)}px`;
}
