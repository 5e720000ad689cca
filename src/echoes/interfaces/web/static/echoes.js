// The players' page. The address says what is shown; the server makes all HTML, and escapes what
// people and models wrote. Here it is put in its place, and what a visitor does is sent.

let root, server, stream, seen = 0, opening = 0, pending = false, replaying = 0;
const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
const kept = {
  get: (key) => { try { return localStorage.getItem(`echoes:${key}`); } catch { return null; } },
  set: (key, value) => { try { localStorage.setItem(`echoes:${key}`, value); } catch { /* private mode */ } },
};

export function start(element, functions) {
  root = element;
  server = functions;
  if (kept.get("dark")) document.body.classList.toggle("dark", kept.get("dark") === "yes");
  root.addEventListener("click", clicked);
  root.addEventListener("submit", submitted);
  root.addEventListener("input", changed);
  root.addEventListener("change", changed);
  root.addEventListener("keydown", pressed);
  addEventListener("popstate", open);
  addEventListener("online", () => { hush(); listen(); });
  document.addEventListener("visibilitychange", () => (document.hidden ? hush() : listen()));
  setInterval(tick, 1000);
  // Where the keyboard lies over the page, the composer goes above it.
  visualViewport?.addEventListener("resize", () => {
    const covered = Math.max(0, innerHeight - visualViewport.height * visualViewport.scale);
    root.style.setProperty("--keyboard", `${Math.round(covered)}px`);
  });
  open();
}

async function call(name, data = {}) {
  try {
    const answer = await server[name](data);
    if (answer) return answer;
    throw new Error("no answer");  // Gradio's client only warns when a request fails
  } catch {
    return { error: $("#game")?.dataset.offline ?? "…", lost: true };
  }
}

async function open() {
  hush();
  const turn = ++opening;
  const answer = await call("open_page", { address: location.search });
  if (turn !== opening) return;
  if (!answer.html) {
    say(answer.error, true);
    if (answer.lost) setTimeout(() => turn === opening && open(), 2000);
    return;
  }
  place().innerHTML = answer.html;
  document.title = answer.title;
  document.documentElement.lang = $(".page", root).lang;
  seen = answer.n ?? 0;
  scrollTo(0, 0);
  if ($("#game")) openGame();
  filter();
  localTimes();
  if (!root.contains(document.activeElement)) $("h1", root)?.focus({ preventScroll: true });
}

const wide = () => matchMedia("(min-width: 60rem) and (min-height: 30rem)").matches;
const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");
const place = () => $(".page", root)?.parentElement ?? root;
const game = () => (({ game, room, at }) => ({ game, room, at }))($("#game").dataset);

function go(address) {
  history.pushState({}, "", address);
  return open();
}

function say(text, wrong = false) {
  const status = $("#status");
  if (!status) return;
  status.textContent = text;
  status.classList.toggle("wrong", wrong);
}

async function act(name, data) {
  const answer = await call(name, data);
  if (answer.error) say(answer.error, true);
  if (answer.go) await go(answer.go);
  return answer;
}

// A game

function openGame() {
  const { game: id } = game();
  replaying = 0;
  $("#notes").value = kept.get(`notes:${id}`) ?? "";
  if ($("#message")) {
    $("#message").value = kept.get(`draft:${id}`) ?? "";
    grow();
    if (wide()) $("#message").focus();
  }
  settle();
  if (!wide() && !$("#log").children.length) $("#game").scrollIntoView();
  listen();
}

function listen() {
  if (!$("#game") || stream || document.hidden) return;
  const { game: id, room, at } = game();
  stream = new EventSource(`live/${encodeURIComponent(id)}?${new URLSearchParams({ room, at, since: seen })}`);
  stream.onmessage = (message) => show(JSON.parse(message.data));
  stream.onopen = () => $("#status").textContent === $("#game").dataset.offline && say("");
  stream.onerror = () => {
    if (!$("#game")) return;
    say($("#game").dataset.offline, true);
    if (stream?.readyState === EventSource.CLOSED) open();  // it is no longer for us, or gone
  };
}

function hush() {
  stream?.close();
  stream = undefined;
}

function show(update) {
  if (!$("#game")) return;
  if (update.gone || update.reload) return void open();
  if ("n" in update) seen = update.n;
  const focused = document.activeElement?.dataset ?? {}, chosen = mode()?.value;
  for (const [id, html] of update.set ?? []) if ($(`#${id}`)) $(`#${id}`).innerHTML = html;
  for (const [id, html] of update.append ?? []) $(`#${id}`)?.insertAdjacentHTML("beforeend", html);
  if (mode() && mode().value !== chosen) choose(chosen);
  if (update.ended) over();
  if (update.append?.length || update.set?.length) settle();
  if ("say" in focused || "picked" in focused) refocus(focused.say);
  if ("asking" in update) think(update.asking);
  if (update.piece) hear(update.piece);
  if (update.here) present(update.here);
  if (update.ai) steered(update);
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

function settle() {
  $("#heard")?.remove();
  const log = $("#log");
  const open = $("#composer") && !$("#game").classList.contains("ended") && $$("#log > li:not(.passing)").at(-1);
  for (const turn of log.children) turn.classList.toggle("open", turn === open);
  for (const button of $$("#log > li:not(.open) .options button")) button.disabled = true;
  for (const field of $$("#composer :is(textarea, input, [type=submit], .more)")) field.disabled = !!$("#looks-on");
  const last = log.lastElementChild;
  // Once the game runs, the story makes room by itself; whoever opens it again keeps it open.
  if (!wide() && last && !("folded" in $("#game").dataset)) {
    $("#game").dataset.folded = "";
    $("details.statement").open = false;
  }
  if (last && !$("#game").classList.contains("ended")) bring(last);
  tick();
}

// Into view, between the story above and the composer below.
function bring(turn) {
  const story = $("details.statement"), sticks = getComputedStyle(story).position === "sticky";
  const above = sticks ? story.offsetHeight + 12 : 4, below = ($("#composer")?.offsetHeight ?? 0) + 12;
  const fits = turn.offsetHeight + above + below <= innerHeight;
  turn.style.scrollMargin = `${above}px 0 ${below}px`;
  turn.scrollIntoView({ block: fits ? "nearest" : $(".many", turn) ? "start" : "end", behavior: pace() });
}

function think(name) {
  const { thinking, thinkingAbout } = $("#game").dataset;
  const mine = name === $("#name").value;
  $("#thinking").textContent = !name ? "" : mine ? thinking : thinkingAbout.replace("{name}", name);
}

function hear(piece) {
  if (!$("#heard")) {
    const item = document.createElement("li");
    item.id = "heard";
    item.className = "turn t-narrated";
    item.append(Object.assign(document.createElement("p"), { className: "narration" }));
    $("#log").append(item);
  }
  $("#heard p").textContent += piece;
}

function present(names) {
  const { here, comma } = $("#game").dataset;
  $("#here").textContent = names.length > 1 ? here.replace("{names}", names.join(comma)) : "";
}

function steered({ ai, said }) {
  if ($("#ai-status")) $("#ai-status").textContent = said;
  for (const button of $$("[data-steer]")) button.disabled = ai === "over";
}

// What a phone has no room for: the other ways to say something, and the commands.
function unfold(open = !$("#composer").classList.contains("unfolded")) {
  $("#composer")?.classList.toggle("unfolded", open);
  $("#more")?.setAttribute("aria-expanded", String(open));
}

async function send(text) {
  if (pending || !text.trim()) return;
  unfold(false);
  pending = true;
  $("#game").classList.add("pending");
  say("");
  const answer = await call("send_message", { ...game(), text });
  pending = false;
  $("#game")?.classList.remove("pending");
  if (answer.error) return void say(answer.error, true);
  if (answer.n > seen) setTimeout(() => { if (answer.n > seen) { hush(); listen(); } }, 1500);
  return true;
}

// A choice of several, in an order: what is tapped goes to the end, what is tapped again goes out.
function pick(button) {
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

async function sendPicked(button) {
  if (!await send(button.closest(".many").dataset.order) || !$("#message")) return;
  choose();
}

async function compose() {
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

const mode = () => $("input[name=mode]:checked");

// Another way to say something; without a name the first, which is the usual one.
function choose(id) {
  const modes = $$("input[name=mode]");
  const chosen = modes.find((one) => one.value === id) ?? modes[0];
  if (chosen) chosen.checked = true;
  moded();
}

function moded() {
  const message = $("#message"), { label, placeholder } = mode().dataset;
  message.placeholder = placeholder;
  message.setAttribute("aria-label", label);
  $("#composer").dataset.mode = mode().value;
  grow();
}

function grow() {
  const message = $("#message");
  message.style.height = "auto";
  message.style.height = `${Math.min(message.scrollHeight + 2, 220, innerHeight / 3)}px`;
}

function tick() {
  const clock = $(".clock");
  if (!clock) return;
  clock.dataset.from ??= String(Date.now());
  const here = "ended" in clock.dataset ? 0 : Math.min(300, (Date.now() - Number(clock.dataset.from)) / 1000);
  const seconds = Math.floor(Number(clock.dataset.played) + here);
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  clock.textContent = `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

async function replay(button) {
  const turns = $$("#log > li");
  const run = ++replaying;
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
    if (run !== replaying || !turn.isConnected) return;
    turn.hidden = false;
    bring(turn);
  }
  if ("label" in button.dataset) replay(button);
}

// The tutorial

function learn(button) {
  const step = button.closest(".step"), steps = $$(".step"), next = steps[steps.indexOf(step) + 1];
  $$(".turn", step)[Number(button.dataset.learn)].hidden = false;
  $(".options", step).hidden = true;
  const link = $("#tutorial [data-done]");
  if (next) next.hidden = false;
  else {
    $("#tutorial .closing").hidden = false;
    link.textContent = link.dataset.done;
    link.className = "primary";
  }
  ((next && $("[data-learn]", next)) || link).focus({ preventScroll: true });
  (next ?? link).scrollIntoView({ block: "nearest", behavior: pace() });
}

// Times of the server as the clock of whoever reads shows them.
function localTimes() {
  const form = { dateStyle: "medium", timeStyle: "short" };
  for (const one of $$("time[datetime]", root)) {
    const when = new Date(one.dateTime);
    if (!isNaN(when)) one.textContent = when.toLocaleString(document.documentElement.lang, form);
  }
}

// The library

function filter() {
  const cards = $$("#cards > li");
  if (!$("#filters")) return;
  const wanted = Object.fromEntries($$("[data-filter]").map((field) => [field.dataset.filter, field.value]));
  const words = wanted.text.toLocaleLowerCase();
  for (const card of cards) {
    const { difficulty, state, lang, tags } = card.dataset;
    const fits = (!wanted.difficulty || difficulty === wanted.difficulty) && (!wanted.state || state === wanted.state)
      && (!wanted.lang || lang === wanted.lang) && (!wanted.tags || tags.split("|").includes(wanted.tags))
      && (!words || card.textContent.toLocaleLowerCase().includes(words));
    card.hidden = !fits;
  }
  $("#none-fits").hidden = cards.some((card) => !card.hidden);
}

function random() {
  const open = $$("#cards > li:not([hidden])");
  const fresh = open.filter((card) => card.dataset.state === "new");
  const from = fresh.length ? fresh : open;
  if (from.length) $(".primary", from[Math.floor(Math.random() * from.length)]).click();
  else say($("#none-fits").textContent, true);
}

function watch(button) {
  const dialog = $("#watch-dialog");
  dialog.onclose = () => {
    const { watch: puzzle, in: lang } = button.dataset;
    if (dialog.returnValue === "watch") act("watch_player", { puzzle, lang, strategy: $("#strategy").value });
  };
  dialog.returnValue = "";
  dialog.showModal();
}

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
  if ("say" in data) send(data.say);
  else if (data.learn) learn(button);
  else if ("more" in data) unfold();
  else if (data.pick) pick(button);
  else if ("picked" in data) sendPicked(button);
  else if (data.start || data.other) {
    await once(button, () => act("start_game", { puzzle: data.start || data.other, lang: data.in }));
  }
  else if (data.watch) watch(button);
  else if (data.fork) await once(button, () => act("fork_game", { ...game(), turn: Number(data.fork) }));
  else if (data.sit) await once(button, () => act("take_seat", { ...game(), seat: data.sit }));
  else if (data.rise) await once(button, () => act("leave_seat", { ...game(), seat: data.rise }));
  else if (data.delete) await act("delete_game", { game: data.delete });
  else if (data.stars) rate(button);
  else if (data.lang) { await act("choose_language", { lang: data.lang }); open(); }
  else if (data.steer) act("steer_player", { ...game(), what: data.steer });
  else if (data.copy) copy(data.copy);
  else if ("share" in data) share();
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

async function rate(button) {
  const stars = Number(button.dataset.stars), field = button.closest(".rating");
  const answer = await act("rate_puzzle", { ...game(), stars });
  if (answer.error) return;
  for (const one of $$("[data-stars]", field)) one.setAttribute("aria-pressed", Number(one.dataset.stars) <= stars);
  say(answer.said);
}

async function share() {
  const answer = await act("share_room", game());
  if (!answer.link) return;
  $("#room-link").value = new URL(answer.link, location.href).href;
  $("#room-dialog").showModal();
  $("#room-link").select();
}

async function copy(id) {
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
}

async function submitted(event) {
  if (event.target.method === "dialog") return;
  event.preventDefault();
  if (event.target.id === "composer") compose();
  if (event.target.id === "name-form") rename();
}

async function rename() {
  const answer = await act("rename_player", { name: $("#name").value });
  if (answer.name) { $("#name").value = answer.name; if (stream) { hush(); listen(); } }
}

function changed(event) {
  const field = event.target;
  if (field.id === "message") { kept.set(`draft:${game().game}`, field.value); grow(); }
  if (field.id === "notes") kept.set(`notes:${game().game}`, field.value);
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
