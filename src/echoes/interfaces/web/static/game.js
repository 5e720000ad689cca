// A game: its live stream, and what it brings put in its place.

import { choose, grow, mode, moded, refill } from "./composer.js";
import { $, $$, act, game, kept, pace, page, say, wide } from "./page.js";
import { isMine, openRoom, present, talk, whose } from "./room.js";

// `seen`: entries that are shown; `stream`: where more come from; `replaying`: the number of the last replay;
// `asking`: whose message is being answered, as the stream tells it; `shown`: who waits for the page to show more.
export const live = { seen: 0, stream: undefined, replaying: 0, asking: "", shown: [] };

export function openGame() {
  const { game: id } = game();
  live.replaying = 0;
  live.asking = "";
  offerStop(false);
  openRoom();
  for (const field of $$("#game [data-kept]")) field.value = kept.get(`${field.dataset.kept}:${id}`) ?? "";
  if ($("#message")) {
    grow();
    if (wide()) $("#message").focus();
  }
  settle();
  if (!wide() && !begun()) $("#game").scrollIntoView();
  listen();
}

export function listen() {
  if (!$("#game") || live.stream || document.hidden) return;
  const { game: id, room, at } = game();
  live.stream = new EventSource(`live/${encodeURIComponent(id)}?${new URLSearchParams({ room, at, since: live.seen })}`);
  live.stream.onmessage = (message) => show(JSON.parse(message.data));
  live.stream.onopen = () => $("#status").textContent === $("#game").dataset.offline && say("");
  live.stream.onerror = () => {
    if (!$("#game")) return;
    say($("#game").dataset.offline, true);
    if (live.stream?.readyState === EventSource.CLOSED) setTimeout(page.open, 1000);  // it is not for us, gone, or full
  };
}

export function hush() {
  live.stream?.close();
  live.stream = undefined;
}

// Waits until a page shows so many entries, or makes room for another; a stream that is late is opened anew, ever later.
export async function caughtUp(here, n) {
  let again;
  const anew = (late) => setTimeout(() => { if (here.isConnected) { hush(); listen(); again = anew(2 * late); } }, late);
  again = anew(1500);
  while (here.isConnected && live.seen < n) await new Promise((done) => live.shown.push(done));
  clearTimeout(again);
}

// Has those who wait for what the page shows look at it again.
export function shown() {
  for (const done of live.shown.splice(0)) done();
}

function show(update) {
  if (!$("#game")) return;
  if (update.gone || update.reload) return void page.open();
  if ("n" in update) live.seen = update.n;
  const focused = document.activeElement?.dataset ?? {}, chosen = mode()?.value;
  const own = countOwn();
  for (const [id, html] of update.set ?? []) if ($(`#${id}`)) $(`#${id}`).innerHTML = html;
  for (const [id, html] of update.append ?? []) $(`#${id}`)?.insertAdjacentHTML("beforeend", html);
  for (const event of update.folded ?? []) $(`#log > [data-event="${event}"]`)?.remove();
  if (mode() && update.set?.some(([id]) => id === "modes")) choose(chosen);
  if (update.ended) over();
  for (const voice of update.spoken ?? []) heard(voice)?.remove();
  if (update.set?.some(([id]) => id === "log")) {  // the whole of it, what was on its way too
    $("#heard").replaceChildren();
    arrived();
  }
  if (update.append?.length || update.set?.length) {
    whose();
    if (countOwn() !== own) arrived();
    settle();
  }
  if ("say" in focused || "picked" in focused) refocus(focused.say);
  if ("asking" in update) {
    live.asking = update.asking;
    think();
  }
  if (update.piece) hear(update);
  if (update.room) present(update.room);
  if (update.chat) talk(update.chat);
  if (update.ai) steered(update);
  shown();
}

function over() {
  if ($("#game").classList.contains("ended")) return;
  $("#game").classList.add("ended");
  $("#ending-title")?.focus();
  $("#ending").scrollIntoView({ behavior: pace() });
}

// Where the button that was pressed is gone, the focus goes where the game goes on.
function refocus(said) {
  const now = document.activeElement;
  if (now !== document.body && !now.disabled && now.getClientRects().length) return;
  const next = (said === "/answer" && $("#log .open [data-pick]"))
    || $(`#composer [data-say="${said}"]:not(:disabled)`)
    || $("#log .open .options:not(.else) button:not(:disabled)")
    || (wide() && $("#message"));
  if (next) next.focus({ preventScroll: true });
}

// Whether anybody has said anything yet; what a game offers at its opening stands in the log before that.
const begun = () => !!$("#log .said");

function settle() {
  const log = $("#log");
  const open = $("#composer") && !$("#game").classList.contains("ended") && $$("#log > li:not(.passing)").at(-1);
  for (const turn of log.children) turn.classList.toggle("open", turn === open);
  if (open && !open.dataset.by && !$(".said", open) && $(".options", open)) log.append(open);  // below what was said since
  close();
  refill();
  for (const field of $$("#composer :is(textarea, input, [type=submit], .more)")) field.disabled = !!$("#looks-on");
  if (mode()) moded();
  const last = log.lastElementChild;
  // Once the game runs, the story makes room by itself; whoever opens it again keeps it open.
  const taken = $("details.statement").offsetHeight + ($("#composer")?.offsetHeight ?? 0);
  const tall = last && log.children.length > 2 && Math.max(last.offsetHeight, taken) > innerHeight / 2;
  if (begun() && (!wide() || tall) && !("folded" in $("#game").dataset)) {
    $("#game").dataset.folded = "";
    $("details.statement").open = false;
  }
  if (begun() && !$("#game").classList.contains("ended")) bring(last);
  point();
  tick();
}

// A choice that is over leaves no buttons: what was picked from it comes next, or a word says that there was one.
function close() {
  for (const turn of $$("#log > li:not(.open):has(.options)")) {
    for (const options of $$(".options", turn)) options.remove();
    let next = turn.nextElementSibling;
    while (next?.classList.contains("passing")) next = next.nextElementSibling;
    turn.classList.toggle("picked", !!next?.classList.contains("picks"));
  }
}

const OFFERED = "#log .open .options:not(.else) button";

// Where a long text comes first, what can be picked stands below the composer: a button leads there,
// which is gone as soon as any of it is in view, for it would lie over it.
export function point() {
  const first = $(OFFERED), button = $("#to-options");
  if (button) button.hidden = !first || first.getBoundingClientRect().top < $("#composer").getBoundingClientRect().top;
}

export function toOptions() {
  const first = $(OFFERED), prompt = $("#log .open .prompt") ?? first;
  prompt.style.scrollMargin = `${above()}px`;
  prompt.scrollIntoView({ behavior: pace() });
  first.focus({ preventScroll: true });
}

// What the story above hides, where it stays in place.
function above() {
  const story = $("details.statement");
  return getComputedStyle(story).position === "sticky" ? story.offsetHeight + 12 : 4;
}

// Into view, between the story above and the composer below.
export function bring(turn) {
  const over = above(), below = ($("#composer")?.offsetHeight ?? 0) + 12;
  let from = turn;  // all that one message led to is read from its beginning
  while (!$(".said", from) && from.previousElementSibling) from = from.previousElementSibling;
  const height = turn.getBoundingClientRect().bottom - from.getBoundingClientRect().top;
  const fits = height + over + below <= innerHeight;
  const begins = from.getBoundingClientRect().top < over ? from : turn;
  const shown = fits ? begins : $(".many", turn) ? $(".reply", turn) : from;
  shown.style.scrollMargin = `${over}px 0 ${below}px`;
  const block = fits ? "nearest" : from !== turn || $(".many", turn) ? "start" : "end";
  shown.scrollIntoView({ block, behavior: pace() });
}

const countOwn = () => $$("#log > li[data-by]:not(.theirs)").length;

// One's own message is being answered from the moment that it is sent.
export function think() {
  const { thinking, thinkingAbout } = $("#game").dataset, name = live.asking;
  const own = $("#game").classList.contains("pending") || isMine(name);
  $("#thinking").textContent = own ? thinking : name && thinkingAbout.replace("{name}", name);
  offerStop(own);
}

const SLOW = 700;  // milliseconds after which an answer can be stopped: most are there by then
let slow, stopping = false;

// Beside the button that sends, and not in its place: whoever presses that twice must not stop what was sent.
function offerStop(waiting) {
  const stop = $("#stop");
  clearTimeout(slow);
  stopping &&= waiting;
  if (!stop) return;
  if (waiting) slow = setTimeout(() => { stop.hidden = false; }, SLOW);
  else {
    if (document.activeElement === stop) $("#message").focus();
    stop.hidden = true;
  }
}

// Asks again until it is stopped: a server may not have begun with the answer, or a worker not heard of it.
export async function stopAnswer() {
  if (stopping) return;
  stopping = true;
  while (stopping && $("#game")) {
    await act("stop_answer", game());
    await new Promise((done) => setTimeout(done, 1000));
  }
}

// What was sent stands on the page at once, until the turn that it leads to takes its place.
export function showSent(text) {
  $("#sent .text").textContent = text;
  $("#sent").hidden = false;
  think();
  bring($("#sent"));
}

export function arrived() {
  offerStop(false);
  if ($("#sent")) $("#sent").hidden = true;  // whoever watches an AI sends nothing
}

// What of a narration is on its way: each voice of each turn has a place of its own.
const heard = (voice) => $$("#heard > li").find((item) => item.dataset.voice === JSON.stringify(voice));

function hear({ piece, turn, speaker }) {
  let item = heard([turn, speaker]);
  if (!item) {
    item = Object.assign(document.createElement("li"), { className: "turn t-narrated" });
    item.dataset.voice = JSON.stringify([turn, speaker]);
    const said = { className: "narration", textContent: speaker && `${speaker}: ` };
    item.append(Object.assign(document.createElement("p"), said));
    $("#heard").append(item);
  }
  $(".narration", item).textContent += piece;
  follow(item);
}

// The end of what comes stays in view while it is read along, until its beginning reaches the story above.
function follow(item) {
  const first = $("#sent")?.hidden === false ? $("#sent") : $("#heard").firstElementChild;
  const hidden = item.getBoundingClientRect().bottom + 12 - ($("#composer")?.getBoundingClientRect().top ?? innerHeight);
  const room = first.getBoundingClientRect().top - above();
  if (hidden > 0 && hidden < 100 && room > 0) scrollBy(0, Math.min(hidden, room));
}

function steered({ ai, said }) {
  if ($("#ai-status")) $("#ai-status").textContent = said;
  for (const button of $$("[data-steer]")) {
    const begins = $("#composer") && ["resume", "step"].includes(button.dataset.steer);
    button.disabled = ai === "over" && !begins;
  }
}

export function tick() {
  const clock = $(".clock");
  if (!clock) return;
  clock.dataset.from ??= String(Date.now());
  const here = "ended" in clock.dataset ? 0 : Math.min(300, (Date.now() - Number(clock.dataset.from)) / 1000);
  const seconds = Math.floor(Number(clock.dataset.played) + here);
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  clock.textContent = `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

export async function replay(button) {
  const turns = $$("#log > li");
  const run = ++live.replaying;
  const stopping = "label" in button.dataset;
  $("#game").classList.toggle("replaying", !stopping);
  if (stopping) {
    button.textContent = button.dataset.label;
    delete button.dataset.label;
    turns.forEach((turn) => { turn.hidden = false; });
    return;
  }
  button.dataset.label = button.textContent;
  button.textContent = button.dataset.showAll;
  turns.forEach((turn) => { turn.hidden = true; });
  for (const turn of turns) {
    await new Promise((done) => setTimeout(done, 1000 * Number($("#pace")?.value ?? 1)));
    if (run !== live.replaying || !turn.isConnected) return;
    turn.hidden = false;
    bring(turn);
  }
  if ("label" in button.dataset) replay(button);
}
