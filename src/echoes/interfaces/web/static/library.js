// The library and the tutorial.

import { $, $$, act, call, pace, page, say } from "./page.js";

// In words of one's own: what they were taken for stands beside the answer, as in a game.
export async function tryOut(form) {
  const step = form.closest(".step"), said = $("input", form).value.trim();
  if (!said) return;
  const answer = await act("try_tutorial", { turn: Number(step.dataset.turn), text: said });
  if (answer.said) say(answer.said);
  if (!("outcome" in answer)) return $("input", form).select();
  say("");
  const turn = $$(".turn", step)[answer.outcome], same = $(".text", turn).textContent === said;
  $(".text", turn).textContent = said;
  $(".to", turn).hidden = same;
  learn(step, answer.outcome);
}

export function learn(step, outcome) {
  const steps = $$(".step"), next = steps[steps.indexOf(step) + 1];
  $$(".turn", step)[outcome].hidden = false;
  for (const way of $$(".options, form", step)) way.hidden = true;
  const link = $("#tutorial [data-done]");
  if (next) next.hidden = false;
  else {
    $("#tutorial .closing").hidden = false;
    link.textContent = link.dataset.done;
    link.className = "primary";
    call("finish_tutorial");
  }
  ((next && $("[data-learn]", next)) || link).focus({ preventScroll: true });
  (next ?? link).scrollIntoView({ block: "nearest", behavior: pace() });
}

// Times of the server as the clock of whoever reads shows them.
export function localTimes() {
  const form = { dateStyle: "medium", timeStyle: "short" };
  for (const one of $$("time[datetime]", page.root)) {
    const when = new Date(one.dateTime);
    if (!isNaN(when)) one.textContent = when.toLocaleString(document.documentElement.lang, form);
  }
}

// The tags of the language that is looked at; not every browser hides an option, so others are taken out.
function offerTags(tags, lang) {
  tags.ofAll ??= $$("optgroup", tags);
  const { value } = tags;
  tags.replaceChildren(tags.options[0], ...tags.ofAll.filter((one) => !lang || one.lang === lang));
  tags.value = [...tags.options].some((one) => one.value === value) ? value : "";
}

export function filter() {
  const cards = $$("#cards > .card");
  if (!$("#filters")) return;
  offerTags($("[data-filter=tags]"), $("[data-filter=lang]").value);
  const wanted = Object.fromEntries($$("[data-filter]").map((field) => [field.dataset.filter, field.value]));
  const words = wanted.text.toLocaleLowerCase();
  for (const card of cards) {
    const { difficulty, state, lang, tags, kind } = card.dataset;
    const fits = (!wanted.difficulty || difficulty === wanted.difficulty) && (!wanted.state || state === wanted.state)
      && (!wanted.kind || kind === wanted.kind) && (!wanted.lang || lang === wanted.lang) && (!wanted.tags || tags.split("|").includes(wanted.tags))
      && (!words || card.textContent.toLocaleLowerCase().includes(words));
    card.hidden = !fits;
  }
  for (const heading of $$("#cards > .kind-heading")) {
    heading.hidden = !cards.some((card) => !card.hidden && card.dataset.kind === heading.dataset.kind);
  }
  for (const button of $$("[data-kind-of-game]")) button.disabled = !headingOf(button.dataset.kindOfGame);
  $("#none-fits").hidden = cards.some((card) => !card.hidden);
}

const headingOf = (kind) => $$("#cards > .kind-heading:not([hidden])").find((one) => one.dataset.kind === kind);

export function toKind(kind) {
  const heading = $("h2", headingOf(kind));
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start", behavior: pace() });
}

export function random() {
  const open = $$("#cards > .card:not([hidden])");
  const fresh = open.filter((card) => card.dataset.state === "new");
  const from = fresh.length ? fresh : open;
  if (from.length) $(".primary", from[Math.floor(Math.random() * from.length)]).click();
  else say($("#none-fits").textContent, true);
}

export function watch(button) {
  const dialog = $("#watch-dialog");
  dialog.onclose = () => {
    const { watch: puzzle, in: lang } = button.dataset;
    if (dialog.returnValue === "watch") act("watch_player", { puzzle, lang, strategy: $("#strategy").value });
  };
  const known = button.dataset.strategies.split(" ");
  for (const option of $("#strategy").options) option.hidden = option.disabled = !known.includes(option.value);
  $("#strategy").value = known[0];
  dialog.returnValue = "";
  dialog.showModal();
}
