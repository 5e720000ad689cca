// The form of a scenario. What is typed is kept on the server at once, as a draft; each page is made from that, and it
// is what is tried and published. Nothing is left to the browser's own memory of forms, which goes by their places.

import { $, $$, act, meant } from "./desk_server.js";

const form = $("form.written"), pause = 400, again = 5000, most = 60_000;
const known = {};
let timer, busy = Promise.resolve(), rows = 0;

const stored = {
  get: (name) => { try { return sessionStorage.getItem(`echoes:${name}`); } catch { return null; } },
  set: (name, value) => { try { sessionStorage.setItem(`echoes:${name}`, value); } catch { /* private mode */ } },
  drop: (name) => { try { sessionStorage.removeItem(`echoes:${name}`); } catch { /* private mode */ } },
};
const writer = stored.get("writer") ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
const unsent = () => `unsent:${form.dataset.key}`;
const place = () => (({ key, game, revision }) => ({ ...meant(form), key, game, revision, writer }))(form.dataset);

function values(within) {
  const own = (field) => field.closest("[data-row], form") === within;
  const found = {};
  for (const field of $$("[data-field]", within).filter(own)) {
    found[field.dataset.field] = field.type === "checkbox" ? field.checked : field.value;
  }
  for (const list of within === form ? $$("[data-rows]", within) : []) {
    found[list.dataset.rows] = $$("ol > [data-row]", list).map(values);
  }
  return found;
}

// All fields of a new scenario the first time, since what is chosen for it at first depends on who looks.
function changed() {
  const now = Object.entries(values(form)), news = now.filter(([name, value]) => JSON.stringify(value) !== known[name]);
  return Object.fromEntries(news.length && !form.dataset.revision && !meant(form).id ? now : news);
}

const isChanged = () => Object.keys(changed()).length > 0;
const tell = (how) => { $("#kept").textContent = $("#kept").dataset[how]; };

function typed() {
  clearTimeout(timer);
  if (!$("#stale").hidden) return;
  tell("keeping");
  timer = setTimeout(keep, pause);
}

// Sends what was typed, after what is on its way; tells whether all of it is kept.
function keep(anyway = false) {
  clearTimeout(timer);
  busy = busy.then(() => send(anyway));
  return busy;
}

async function send(anyway) {
  const news = changed();
  if (!isChanged()) return true;
  const answer = await act("keep_form_draft", { ...place(), values: news, anyway });
  if (answer.stale) return stale();
  if (answer.error) {
    tell("lost");
    timer = setTimeout(keep, again);
    return false;
  }
  for (const [name, value] of Object.entries(news)) known[name] = JSON.stringify(value);
  form.dataset.revision = answer.revision;
  $("[data-do=drop_form_draft]", form).hidden = !answer.revision;
  $("#stale").hidden = true;
  if (!isChanged()) { stored.drop(unsent()); tell("kept"); }
  return true;
}

function stale() {
  $("#stale").hidden = false;
  $("#stale").scrollIntoView({ block: "nearest" });
  tell("lost");
  return false;
}

// Whoever leaves takes nothing away: it is sent, and once more by the next page of this tab if that came too late.
function leave() {
  if (!isChanged() || !$("#stale").hidden) return;
  const body = JSON.stringify({ ...place(), values: changed(), do: "keep_form_draft" });
  stored.set(unsent(), body);
  const headers = { "Content-Type": "application/json" };
  fetch("act", { method: "POST", headers, body, keepalive: body.length < most }).catch(() => {});
}

async function sendLeft(anyway = false) {
  const answer = await act("keep_form_draft", { ...JSON.parse(stored.get(unsent())), writer, anyway });
  if (answer.stale) return void stale();
  if (answer.error) return;
  stored.drop(unsent());
  if (answer.revision !== form.dataset.revision) location.reload();
}

// Resolves when what was typed is kept, where there is a form.
export const settled = () => (form ? keep() : true);

export async function publish() {
  if (await keep()) await act("save_scenario", place());
}

export async function tryOut() {
  if (await keep()) await act("try_scenario", { ...place(), written: true });
}

export function addRow(button) {
  const list = button.closest("[data-rows]"), row = $("template", list).content.cloneNode(true);
  const name = `${list.dataset.rows}.new${rows += 1}`;
  for (const field of $$("[name]", row)) field.name = field.name.replace(`${list.dataset.rows}.new`, name);
  $("ol", list).append(row);
  $("ol > :last-child :is(input:not([type=hidden]), textarea)", list).focus();
}

export function dropRow(button) {
  const list = button.closest("[data-rows]");
  button.closest("[data-row]").remove();
  typed();
  $("[data-add]", list).focus();
}

function opened() {
  stored.set("writer", writer);
  for (const [name, value] of Object.entries(values(form))) known[name] = JSON.stringify(value);
  form.addEventListener("input", typed);
  form.addEventListener("change", typed);
  $("[data-load]", form).addEventListener("click", () => { stored.drop(unsent()); location.reload(); });
  $("[data-keep]", form).addEventListener("click", () => (stored.get(unsent()) ? sendLeft(true) : keep(true)));
  addEventListener("beforeunload", leave);
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => document.hidden && isChanged() && keep());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  if (stored.get(unsent())) sendLeft();
}

if (form) opened();
