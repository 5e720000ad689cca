// The room: who is there, whose messages these are, and the chat beside the game.

import { $, $$, act, game, kept, say } from "./page.js";

// As the server tells it: `here`, `mine`: names; `host`, `owner`: theirs; `owns`, `hosts`: whether the visitor does.
let company = { here: [], mine: [], owner: "", host: "", owns: true, hosts: true };

export function openRoom() {
  present(JSON.parse($("#game").dataset.company));
  unread(0);
}

export const isMine = (name) => company.mine.includes(name);

export function present(now) {
  company = now;
  const { here, comma, isHost } = $("#game").dataset;
  const named = (name) => (name === company.host ? isHost.replace("{name}", name) : name);
  $("#here").textContent = company.here.length > 1 ? here.replace("{names}", company.here.map(named).join(comma)) : "";
  $("#game").classList.toggle("hosts", company.hosts);
  $("#game").classList.toggle("shared", !company.owns || company.here.length > 1 || $("#chat li") !== null);
  const heirs = company.hosts ? company.here.filter((name) => !isMine(name)) : company.owns ? [company.owner] : [];
  $("#room-people").replaceChildren(...heirs.map(handing));
  whose();
}

function handing(name) {
  const { handOver, takeBack } = $("#game").dataset, button = document.createElement("button");
  button.type = "button";
  button.dataset.hand = name;
  button.textContent = isMine(name) ? takeBack : handOver.replace("{name}", name);
  return button;
}

// One's own on the right, those of others on the left, each with a name.
export function whose() {
  const { ai, owner } = $("#game").dataset;
  for (const turn of $$("#log > li[data-by]")) {
    const { by } = turn.dataset, theirs = by ? !isMine(by) : !!ai || !company.owns;
    turn.classList.toggle("theirs", theirs);
    const name = $(".by", turn);  // of a seat that nobody plays it is the seat's
    if (theirs && !name.textContent) name.textContent = ai || company.owner || owner;
  }
}

export function talk(messages) {
  const list = $("#chat ol"), last = Number(list.lastElementChild?.value ?? 0);
  const names = new Map(messages.map(({ n, by }) => [n, by]));
  for (const item of list.children) $("b", item).textContent = names.get(item.value) ?? $("b", item).textContent;
  const fresh = messages.filter(({ n }) => n > last);
  for (const { n, by, text } of fresh) {
    const item = document.createElement("li"), name = document.createElement("b");
    item.value = n;
    item.className = isMine(by) ? "mine" : "";
    name.textContent = by;
    item.append(name, text);
    list.append(item);
  }
  if (!fresh.length) return;
  $("#game").classList.add("shared");
  list.parentElement.scrollTop = list.offsetHeight;
  const heard = Number(kept.get(`chat:${game().game}`) ?? 0);
  const news = fresh.filter(({ n, by }) => n > heard && !isMine(by));
  if (!news.length || isInView($("#chat"))) return void unread(0);
  unread(Number($("#to-chat b")?.textContent ?? 0) + news.length);
  const said = `${news.at(-1).by}${$("#game").dataset.colon}${news.at(-1).text}`;
  say(said);
  setTimeout(() => $("#status")?.textContent === said && say(""), 8000);
}

function isInView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

function unread(count) {
  const badge = $("#to-chat b");
  if (badge) badge.textContent = count || "";  // whoever watches an AI has no composer
  if (!count) kept.set(`chat:${game().game}`, $("#chat li:last-child")?.value ?? 0);
}

export function toChat() {
  $("#chat").scrollIntoView({ block: "center" });
  $("#chat-text").focus({ preventScroll: true });
  say("");
  unread(0);
}

export async function chat() {
  const field = $("#chat-text"), text = field.value.trim();
  if (!text) return;
  const keep = (words) => { field.value = words; kept.set(`chatting:${game().game}`, words); };
  keep("");
  const answer = await act("send_chat", { ...game(), text });
  if (answer.error && !field.value) keep(text);
}

export async function share() {
  const answer = await act("share_room", { ...game(), page: location.origin + location.pathname });
  if (!answer.short) return;
  $("#room-link").value = answer.short;
  $("#room-code").textContent = answer.code;
  $("#room-qr").innerHTML = answer.qr;
  $("#room-dialog").showModal();
  $("#room-link").select();
}
