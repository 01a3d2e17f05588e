/** The replay: any moment of a match, step by step or all in a row, with a link to each. */

import { parse, show } from "./board.js";
import { $, all, on, press } from "./senses.js";
import { sound } from "./sounds.js";

const CHUNK = 32; // moments fetched at once
const PACE = 1300; // milliseconds from one moment to the next at normal speed

const slider = $("#moment");
const last = Number(slider.max);
const chunks = new Map();
let now = Number(slider.value);
let wanted = now;
let isPlaying = false;
let [timer, writing] = [0, 0];

const viewer = () => $("#view-as")?.value ?? "";

function chunk(number) {
  if (!chunks.has(number)) {
    const url = new URL($("[data-frames]").dataset.frames, location);
    const range = { from: number * CHUNK, to: (number + 1) * CHUNK, as: viewer() };
    for (const [name, value] of Object.entries(range)) url.searchParams.set(name, value);
    const answer = fetch(url).then((found) => (found.ok ? found.json() : Promise.reject(found)));
    answer.catch(() => chunks.delete(number)); // asked for again next time
    chunks.set(number, answer);
  }
  return chunks.get(number);
}

async function frame(moment) {
  const { from, steps } = await chunk(Math.floor(moment / CHUNK));
  return steps[moment - from];
}

/** Shows a moment; the very next one moves there, any other is simply there. */
async function go(moment) {
  wanted = Math.max(0, Math.min(last, moment));
  const target = wanted;
  slider.value = target;
  const step = await frame(target).catch(() => null);
  if (!step) return stop();
  if (target !== wanted) return; // somebody is already further
  const whole = target !== now + 1;
  now = target;
  show(step, { whole, sound });
  $("#line")?.replaceChildren(parse(step.line ?? ""));
  mark();
  if (now + CHUNK / 2 <= last) chunk(Math.floor((now + CHUNK / 2) / CHUNK)).catch(() => {});
}

/** Everything around the board that tells which moment it is. */
function mark() {
  if ($("#moment-number")) $("#moment-number").textContent = `${now} / ${last}`;
  markEvent(all("#events [data-moment]"));
  const url = new URL(location);
  url.searchParams.set("at", now);
  url.searchParams.delete("was"); // moments are counted through the eyes of `as`
  if (viewer()) url.searchParams.set("as", viewer());
  $("#link").dataset.copy = url;
  const field = $("#view-as")?.form.elements.at;
  if (field) field.value = now;
  clearTimeout(writing);
  // browsers refuse more than some hundred changes of the address in half a minute
  writing = setTimeout(() => history.replaceState(null, "", url), 150);
}

function markEvent(buttons) {
  const current = buttons.findLast(({ dataset }) => Number(dataset.moment) <= now);
  for (const button of buttons) button.removeAttribute("aria-current");
  if (!current) return;
  current.setAttribute("aria-current", "step");
  const [list, box] = [$("#events"), (element) => element.getBoundingClientRect()];
  list.scrollTop += box(current).top - box(list).top - list.clientHeight / 2;
}

function stop() {
  clearTimeout(timer);
  isPlaying = false;
  press($("#play"), false);
}

async function run(moment) {
  await go(moment);
  if (now === last) stop();
  if (isPlaying) timer = setTimeout(() => run(now + 1), PACE / (Number($("#speed")?.value) || 1));
}

function toggle() {
  if (isPlaying) return stop();
  isPlaying = true;
  press($("#play"), true);
  run(now === last ? 0 : now + 1);
}

const jump = (moment) => (stop(), go(moment));
const MOVES = {
  first: () => jump(0), back: () => jump(wanted - 1), play: toggle,
  next: () => jump(wanted + 1), last: () => jump(last),
};
const KEYS = { Home: "first", End: "last", ArrowLeft: "back", ArrowRight: "next", " ": "play" };

for (const [id, move] of Object.entries(MOVES)) $(`#${id}`).addEventListener("click", move);
slider.addEventListener("input", () => jump(Number(slider.value)));
$("#view-as")?.addEventListener("change", ({ target }) => target.form.requestSubmit());
on("click", ({ target }) => {
  const button = target.closest("[data-moment]");
  if (button) jump(Number(button.dataset.moment));
});
on("visibilitychange", () => document.hidden && stop());
on("keydown", (event) => {
  const isTyping = event.target.closest("input, select, textarea, dialog, [role=tab]");
  const isPressed = event.key === " " && event.target.closest("button, a, summary");
  if (!KEYS[event.key] || isTyping || isPressed || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  MOVES[KEYS[event.key]]();
});

mark();
