// The author's desk. Pages come whole from the server, which escapes what people wrote; here it is sent what
// an author does.

import { $, $$, act, meant, once, say } from "./desk_server.js";
import { addRow, dropRow, publish, settled, tryOut } from "./written.js";

const dark = "echoes:dark";
let files = [], run = 0, current = "";

function isDark() {
  try {
    const chosen = localStorage.getItem(dark);
    if (chosen) return chosen === "yes";
  } catch { /* private mode */ }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

document.body.classList.toggle("dark", isDark());

function clicked(event) {
  const button = event.target.closest("button");
  if (!button) return;
  const { do: name, sure, choice, confirm: group } = button.dataset;
  if (name && (!sure || confirm(sure))) once(button, async () => await settled() && act(name, { ...meant(button), ...button.dataset }));
  if (choice) once(button, () => decide(button));
  if (group !== undefined && confirm(sure)) once(button, async () => show(await act("confirm_gaps", { ...meant(button), group })));
  if (button.dataset.draft) once(button, () => draft(button));
  if ("add" in button.dataset) addRow(button);
  if ("dropRow" in button.dataset) dropRow(button);
  if ("tryForm" in button.dataset) once(button, tryOut);
  if ("again" in button.dataset) read();
  if ("takeIn" in button.dataset) once(button, takeIn);
  if ("dark" in button.dataset) {
    const on = document.body.classList.toggle("dark");
    try { localStorage.setItem(dark, on ? "yes" : "no"); } catch { /* private mode */ }
  }
}

async function decide(button) {
  const gap = button.closest("[data-gap]"), own = $("#own-question", gap);
  if (own && !own.value.trim()) return own.focus();
  const name = own ? gap.dataset.own + own.value : gap.dataset.gap;
  const links = $$("input:checked", gap).map((box) => box.value);
  const at = $$("[data-gap]").indexOf(gap);
  const answer = await act("decide_gap", { ...meant(button), gap: name, choice: button.dataset.choice, links, place: $("#own-place", gap)?.value });
  show(answer, at);
  if (own && answer.html) {
    $(".own").open = true;
    $("#own-question").focus();
  }
}

function show(answer, place = 0) {
  if (!answer.html) return;
  const unfolded = $$("#guide .gap-group > details[open] summary").length;
  $("#gaps").innerHTML = answer.html;
  $("#guide").innerHTML = answer.guide;
  if (unfolded) for (const more of $$("#guide .gap-group > details")) more.open = true;
  const next = $$("[data-gap]")[place] ?? $$("[data-gap]").at(-1);
  (next ? $("button", next) : $("#gaps button"))?.focus({ preventScroll: place === 0 });
}

async function submitted(event) {
  const form = event.target;
  if ("key" in form.dataset || "ask" in form.dataset) event.preventDefault();
  if ("key" in form.dataset) once(event.submitter ?? $("button.primary", form), publish);
  if ("ask" in form.dataset) {
    const answer = await act("ask_scenario", { ...meant(form), text: $("#asked").value });
    if (answer.html) $("#ruling").innerHTML = answer.html;
  }
}

// Drafts

async function draft(button) {
  const size = $("#draft-size")?.value, translated = $("#draft-other")?.checked;
  const answer = await act(button.dataset.draft, { ...meant(button), size, other_language: translated });
  if (!answer.html) return;
  $("#draft").innerHTML = answer.html;
  if (size && $("#draft-size")) { $("#draft-size").value = size; $("#draft-other").checked = translated; }
  $("#draft button:last-of-type")?.focus();
  if (answer.running) await followDraft();
}

// Each answer takes a moment, unless the draft is over.
async function followDraft() {
  const place = $("#draft");
  for (let running = true; running;) {
    const answer = await act("follow_draft", meant(place));
    if (!answer.html) return;
    running = Boolean(answer.running);
    const focused = place.contains(document.activeElement);
    place.innerHTML = answer.html;
    if (focused) $("button", place)?.focus();
  }
}

// Files

async function chosen(list) {
  const drop = $("#drop"), mine = ++run;
  files = [];
  $("#mapping").replaceChildren();  // the columns of the files before are not those of these
  $("#report").hidden = true;
  progress(drop.dataset.sending);
  for (const file of list) {
    if (file.size > Number(drop.dataset.bound) * 1024) return fail(drop.dataset.tooLarge);
    const headers = { "Content-Type": "application/octet-stream" };
    const response = await fetch(`upload?${new URLSearchParams({ name: file.name })}`, { method: "POST", headers, body: file }).catch(() => null);
    if (mine !== run) return;
    const answer = response?.ok ? await response.json() : { error: response ? await response.text() : $("#status").dataset.failed };
    if (answer.error) return fail(answer.error);
    files.push(answer.file);
  }
  if (files.length) await read();
}

function fail(text) {
  $("#progress").hidden = true;
  say(text, true);
}

function progress(told, done = 0, of = 0) {
  $("#progress").hidden = false;
  const bar = $("#progress progress");
  if (of) { bar.max = of; bar.value = done; } else bar.removeAttribute("value");
  $("#progress-told").textContent = of ? `${told} ${done} / ${of}` : told;
}

async function read() {
  const picked = $$("[data-column]").filter((one) => one.value);
  const omitted = picked.filter((one) => one.value === "-").map((one) => one.dataset.column);
  const columns = Object.fromEntries(picked.filter((one) => one.value !== "-").map((one) => [one.value, one.dataset.column]));
  const wishes = Object.fromEntries($$("[data-wish]").map((box) => [box.dataset.wish, box.checked]));
  const told = $("#drop").dataset.reading;
  say("");
  progress(told);
  const answer = await act("read_files", { files, columns, omitted, game: $("#game")?.value ?? "situation_puzzle", ...wishes });
  if (answer.error) return fail(answer.error === true ? $("#status").textContent : answer.error);
  $("#mapping").innerHTML = answer.html;
  await follow(answer, told);
}

async function takeIn() {
  const answer = await act("take_in", { import: current });
  if (!answer.error) await follow(answer, $("#drop").dataset.taking);
}

// The server goes on with an import only while it is asked to.
async function follow({ import: name, of }, told) {
  const mine = ++run;
  current = name;
  $("#results").replaceChildren();
  $("#counts").replaceChildren();
  $("#report").hidden = false;
  for (let over = false; !over;) {
    progress(told, $("#results").children.length, of);
    const answer = await act("go_on_importing", { import: name });
    if (mine !== run || answer.error) return void ($("#progress").hidden = true);
    if ($("#results").children.length < 1000) $("#results").insertAdjacentHTML("beforeend", answer.html);
    $("#counts").innerHTML = answer.told;
    progress(told, answer.done, answer.of);
    over = answer.over;
  }
  $("#progress").hidden = true;
}

function opened() {
  for (const one of $$("time[datetime]")) {
    const when = new Date(one.dateTime);
    if (!isNaN(when)) one.textContent = when.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  }
  const findings = $("[data-review]");
  if (findings) act("review_scenario", meant(findings)).then((answer) => { findings.innerHTML = answer.html ?? ""; });
  if ($("#draft progress")) followDraft();
  const drop = $("#drop");
  if (!drop) return;
  $("#files").addEventListener("change", ({ target }) => {
    chosen([...target.files]);
    target.value = "";  // or the same file, mended, could not be chosen again
  });
  for (const kind of ["dragenter", "dragover"]) addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
  for (const kind of ["dragleave", "drop"]) addEventListener(kind, (event) => { event.preventDefault(); drop.classList.remove("over"); });
  addEventListener("drop", ({ dataTransfer }) => {
    const isFolder = [...dataTransfer?.items ?? []].some((one) => one.webkitGetAsEntry?.()?.isDirectory);
    if (isFolder) fail(drop.dataset.folder);
    else if (dataTransfer?.files.length) chosen([...dataTransfer.files]);
  });
}

document.addEventListener("click", clicked);
document.addEventListener("submit", submitted);
opened();
