/** How long each step is shown: what is dull passes, what is revealed stays in sight. */

import { attempt, isStill, show } from "./board.js";
import { $, on, remember } from "./senses.js";

const TIMES = { dull: 0, tick: 160, move: 320, reveal: 800, turning: 1200, end: 2200 }; // ms at speed 1
const RUN = 70; // between the pieces of a run of one kind
const LONGEST = 6000; // of everything that waits; beyond it small steps are cut, never reveals
const MOVE = 240; // a piece takes to its new place
const STAY = 8000; // the sheet at the end of a round, unless somebody goes on
const MOST_KEPT = 150; // steps of the last turn, to be shown again

// ---- the plan: pure, from steps to steps with times

const isSmall = ({ tempo }) => tempo === "tick" || tempo === "move";

/** How long each step is shown: of a run of small ones of a kind only the last has all its time. */
function timed(steps) {
  return steps.map((step, place) => {
    const next = steps[place + 1];
    const runs = next && isSmall(step) && step.kind !== undefined && next.kind === step.kind;
    // what says nothing of its tempo is a move, if it shows the board
    return { step, time: runs ? RUN : (TIMES[step.tempo] ?? (step.put?.board ? TIMES.move : 0)) };
  });
}

const total = (jobs) => jobs.reduce((sum, { time = 0 }) => sum + time, 0);

/** Cuts what waits for too long, from the dull end: ticks to half, then moves. */
function shortened(jobs) {
  for (const tempo of ["tick", "move"]) {
    if (total(jobs) <= LONGEST) return;
    for (const job of jobs) if (job.step?.tempo === tempo && !job.isCut) cut(job);
  }
}

function cut(job) {
  job.isCut = true;
  job.time = Math.max(job.time / 2, Math.min(job.time, RUN));
}

/** What is to be shown, with times: for tests, too. */
export function plan(steps) {
  const jobs = timed(steps);
  shortened(jobs);
  return jobs;
}

// ---- the show

let queue = [];
let timer = 0;
let going = null; // ends the stay of a sheet

const speed = () => Number($("#show-speed")?.value) || 1;

/** Plays steps one after another, behind those that still play; `then` when the last is shown. */
export function play(steps, { whole = false, sound, then = () => {}, again = false } = {}) {
  const heard = performance.now();
  for (const job of plan(steps)) queue.push({ ...job, whole, sound, heard, again });
  queue.push({ then });
  shortened(queue);
  if (!timer && !going) advance();
  mark();
}

function advance() {
  timer = 0;
  while (queue.length) {
    const job = queue.shift();
    if (job.then) attempt(job.then);
    else if (attempt(() => shown(job)) && !isStill()) {
      if (job.step.sheet) return stay(job.step.sheet);
      timer = setTimeout(advance, job.time / speed());
      break;
    }
  }
  mark();
}

/** Shows one job; returns whether it takes its time. */
function shown({ step, whole, sound, heard, again, time }, quiet = false) {
  const duration = Math.min(MOVE, Math.max(time, RUN)) / speed();
  if (!again) kept.before ??= boardNow();
  const moved = show(step, { whole: whole || quiet, sound, heard, duration });
  if (!again && moved) keep(step);
  if (!again && step.kind !== undefined) tell("step", step);
  return moved && !whole && time > 0;
}

/** Shows at once what still waits: the person acts, or looks elsewhere. */
export function finish() {
  clearTimeout(timer);
  timer = 0;
  going?.();
  const jobs = queue;
  queue = [];
  for (const job of jobs) attempt(job.then ?? (() => shown(job, true)));
  const last = jobs.findLast(({ step }) => step?.sheet?.includes(" data-last"));
  if (last) stay(last.step.sheet);
  mark();
}

/** Lets other scripts know what is shown now. */
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

const isPlaying = () => Boolean(timer || going);

/** Only while something plays there is something to skip; only after a turn something to repeat. */
function mark() {
  $("#show-skip")?.toggleAttribute("hidden", !isPlaying());
  $("#show-again")?.toggleAttribute("disabled", isPlaying() || !kept.steps.length);
}

// ---- the sheet at the end of a round or of the match

function stay(html) {
  const sheet = $("#ending");
  if (!sheet) return advance();
  show({ put: { ending: html } }, { whole: true });
  const open = $("#ending");
  open.hidden = false;
  $("button, a", open)?.focus({ preventScroll: true });
  // the last sheet of a match stays: its doors lead on
  const wait = open.dataset.last === undefined ? setTimeout(() => going?.(), STAY) : 0;
  going = () => {
    clearTimeout(wait);
    going = null;
    $("#ending").hidden = true;
    if (!timer) advance();
  };
  mark();
}

// ---- again: the last turn, as this viewer saw it

let kept = { before: null, steps: [] };

/** The board as it is on the page, without what fades. */
function boardNow() {
  const board = $("#board")?.cloneNode(true);
  for (const ghost of board?.querySelectorAll(".ghost") ?? []) ghost.remove();
  return board?.outerHTML ?? null;
}

/** A new turn of the viewer's seat begins: what is shown from now on can be shown again. */
export function begin() {
  tell("decided");
  kept = { before: boardNow(), steps: [] };
}

function keep({ about, sound, tempo, kind }) {
  kept.steps.push({ put: { board: boardNow() }, about, sound, tempo, kind });
  if (kept.steps.length > MOST_KEPT) kept.before = kept.steps.shift().put.board;
}

function again() {
  finish();
  if (!kept.steps.length) return;
  show({ put: { board: kept.before } }, { whole: true });
  timer = setTimeout(() => ((timer = 0), play(kept.steps, { again: true })), TIMES.move);
}

// ---- controls

const chosen = $("#show-speed");
if (chosen) {
  chosen.value = remember("speed") ?? "1";
  if (!chosen.value) chosen.value = "1";
  chosen.addEventListener("change", () => remember("speed", chosen.value));
}

on("click", ({ target }) => {
  const control = target.closest?.("#show-skip, #show-again, [data-go-on]");
  if (control?.id === "show-again") again();
  else if (control?.id === "show-skip") finish();
  else if (control) going?.();
});
on("keydown", (event) => {
  const isBusy = event.target.closest?.("input, select, textarea, button, a, summary, dialog");
  if (event.key !== " " || isBusy || !isPlaying()) return;
  event.preventDefault();
  finish();
});
on("visibilitychange", () => document.hidden && finish());
