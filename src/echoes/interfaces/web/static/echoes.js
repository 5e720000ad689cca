// The players' page: the address says what is shown, and what a visitor does is sent.

import { compose, fillGap, grow, moded, openGap, pick, send, sendFilled, sendPicked, unfold } from "./composer.js";
import { hush, listen, live, openGame, point, replay, shown, stopAnswer, tick, toOptions } from "./game.js";
import { filter, learn, localTimes, random, toKind, tryOut, watch } from "./library.js";
import { $, $$, act, call, copy, game, go, kept, page, say } from "./page.js";
import { chat, share, toChat } from "./room.js";

let opening = 0;

export function start(element, functions) {
  page.root = element;
  page.server = functions;
  page.open = open;
  if (kept.get("dark")) document.body.classList.toggle("dark", kept.get("dark") === "yes");
  page.root.addEventListener("click", clicked);
  page.root.addEventListener("submit", submitted);
  page.root.addEventListener("input", changed);
  page.root.addEventListener("change", changed);
  page.root.addEventListener("keydown", pressed);
  addEventListener("popstate", open);
  addEventListener("online", () => { hush(); listen(); });
  document.addEventListener("visibilitychange", () => (document.hidden ? hush() : listen()));
  addEventListener("scroll", point, { passive: true });
  addEventListener("resize", () => point());
  setInterval(tick, 1000);
  // Where the keyboard lies over the page, the composer goes above it.
  visualViewport?.addEventListener("resize", () => {
    const covered = Math.max(0, innerHeight - visualViewport.height * visualViewport.scale);
    page.root.style.setProperty("--keyboard", `${Math.round(covered)}px`);
  });
  open();
}

async function open() {
  hush();
  const turn = ++opening;
  const answer = await call("open_page", { address: location.search });
  if (turn !== opening) return;
  if (answer.go) {
    history.replaceState({}, "", answer.go);
    await open();
    return say(answer.said);
  }
  if (!answer.html) {
    say(answer.error, true);
    if (answer.lost) setTimeout(() => turn === opening && open(), 2000);
    return;
  }
  place().innerHTML = answer.html;
  document.title = answer.title;
  document.documentElement.lang = $(".page", page.root).lang;
  live.seen = answer.n ?? 0;
  scrollTo(0, 0);
  if ($("#game")) openGame();
  shown();
  filter();
  localTimes();
  if (!page.root.contains(document.activeElement)) $("h1", page.root)?.focus({ preventScroll: true });
}

const place = () => $(".page", page.root)?.parentElement ?? page.root;

// What a visitor does

async function clicked(event) {
  const link = event.target.closest("a[data-page]");
  if (link && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault();
    return go(link.getAttribute("href"));
  }
  const button = event.target.closest("button");
  if (!button || button.disabled) return;
  const data = button.dataset;
  if (data.sure && !confirm(data.sure)) return;
  if ("say" in data) send(data.say, button);
  else if (data.learn) learn(button.closest(".step"), Number(data.learn));
  else if ("more" in data) unfold();
  else if ("stop" in data) stopAnswer();
  else if ("toOptions" in data) toOptions();
  else if (data.pick) pick(button);
  else if ("picked" in data) sendPicked(button);
  else if (data.gap) openGap(button);
  else if (data.choice) fillGap(button);
  else if ("filled" in data) sendFilled(button);
  else if (data.start || data.other) {
    await once(button, () => act("start_game", { puzzle: data.start || data.other, lang: data.in }));
  }
  else if (data.watch) watch(button);
  else if (data.kindOfGame) toKind(data.kindOfGame);
  else if (data.fork) await once(button, () => act("fork_game", { ...game(), turn: Number(data.fork) }));
  else if (data.sit) await once(button, () => act("take_seat", { ...game(), seat: data.sit }));
  else if (data.rise) await once(button, () => act("leave_seat", { ...game(), seat: data.rise }));
  else if (data.mainLine) await once(button, () => chooseMainLine(data.mainLine));
  else if (data.delete) await act("delete_game", { game: data.delete });
  else if (data.stars) rate(button);
  else if (data.lang) { await act("choose_language", { lang: data.lang }); open(); }
  else if (data.steer) act("steer_player", { ...game(), what: data.steer });
  else if (data.copy) copy(data.copy, button);
  else if ("share" in data) share();
  else if ("leave" in data) await act("leave_room", game());
  else if (data.hand) act("hand_over_room", { ...game(), name: data.hand });
  else if ("closeRoom" in data) await act("close_room", game());
  else if ("toChat" in data) toChat();
  else if ("close" in data) button.closest("dialog").close();
  else if ("replay" in data) replay(button);
  else if ("random" in data) random();
  else if ("dark" in data) kept.set("dark", document.body.classList.toggle("dark") ? "yes" : "no");
}

async function once(button, work) {
  button.disabled = true;
  button.setAttribute("aria-busy", "true");
  await work();
  button.disabled = false;
  button.removeAttribute("aria-busy");
}

async function chooseMainLine(session) {
  const answer = await act("make_main_line", { game: session });
  if (answer.error) return;
  await open();
  say(answer.said);
}

async function rate(button) {
  const stars = Number(button.dataset.stars), field = button.closest(".rating");
  const answer = await act("rate_puzzle", { ...game(), stars });
  if (answer.error) return;
  for (const one of $$("[data-stars]", field)) one.setAttribute("aria-pressed", Number(one.dataset.stars) <= stars);
  say(answer.said);
}

async function submitted(event) {
  if (event.target.method === "dialog") return;
  event.preventDefault();
  if (event.target.id === "composer") compose();
  if (event.target.id === "name-form") $("#name").blur();  // which says that it has changed
  if (event.target.id === "chat-form") chat();
  if (event.target.matches(".own-words-form")) tryOut(event.target);
  if (event.target.id === "join-form") location.assign(`r/${encodeURIComponent($("#join-code").value.trim())}`);
}

async function rename() {
  const field = $("#name"), { name } = await act("rename_player", { name: field.value });
  field.value = field.defaultValue = name ?? field.defaultValue;
  if (!name) return;
  say("");
  if (!live.stream) return;
  hush();
  live.seen = 0;  // one's own lines go by it, too
  listen();
}

function changed(event) {
  const field = event.target;
  if (field.dataset.kept) kept.set(`${field.dataset.kept}:${game().game}`, field.value);
  if (field.id === "message") grow();
  if (field.name === "mode") { moded(); unfold(false); $("#message").focus(); }
  if (field.dataset.filter) filter();
  if (field.id === "name" && event.type === "change") rename();
  if (field.id === "pace" && $("#ai-status")) act("steer_player", { ...game(), what: "pace", pace: Number(field.value) });
}

function pressed(event) {
  if (event.key === "Escape") unfold(false);
  if (event.target.id !== "message" || event.key !== "Enter" || event.shiftKey || event.isComposing
    || event.keyCode === 229) return;  // Safari ends a composition before the key
  event.preventDefault();
  compose();
}
