/** The person's choice as a path of picks: by tap after tap, by drag, by keys. */

import { isStill, letGo, makeGhost, onRenewal, putGhost } from "./board.js";
import { finish } from "./director.js";
import { $, all, hideTip, on, remember, spendClick } from "./senses.js";

const NOTHING = Object.freeze({});

/** @type {(decision: {at: number, path: string[]}) => void} */
let decide = () => {};
export const onDecision = (callback) => (decide = callback);

let tooEarly = () => {};
/** Calls back when something is tapped that is no choice before another one is made. */
export const onTooEarly = (callback) => (tooEarly = callback);

let moment = 0;
let tree = NOTHING;
let refusable = NOTHING; // what is offered again if the decision is refused
let path = [];
let hinted = []; // the picks of a hint about this moment

const buttons = () => all("[data-pick]");
const lit = () => all("[data-pick].lit");
const branch = (names) => names.reduce((inner, name) => inner?.[name], tree);
const isLeaf = (inner) => !Object.keys(inner).length;

/** Lights what may be chosen at a moment; a path half taken goes on if it still leads somewhere. */
export function offer(at, picks) {
  if (at !== moment) hinted = [];
  [moment, tree, refusable] = [at, picks, NOTHING];
  if (!branch(path)) path = [];
  light();
}

/** Marks the picks of a hint for as long as its moment lasts; returns whether it still does. */
export function suggest({ at, path: names }) {
  if (at !== moment || isLeaf(tree)) return false;
  hinted = names;
  light();
  return true;
}

/** Scrolls to where a hint begins, unless it is in sight. */
export const showHint = () => first()?.scrollIntoView({ block: "nearest" });

/** The path after a pick: on from here, back from the last, or another way from further up. */
function pathTo(name) {
  if (Object.hasOwn(branch(path), name)) return [...path, name];
  if (path.at(-1) === name) return path.slice(0, -1);
  for (let length = path.length - 1; length >= 0; length--) {
    const start = path.slice(0, length);
    if (Object.hasOwn(branch(start), name)) return [...start, name];
  }
  return path;
}

function light() {
  const next = branch(path);
  const before = path.map((_, length) => branch(path.slice(0, length)));
  for (const button of buttons()) {
    const name = button.dataset.pick;
    const isNext = Object.hasOwn(next, name);
    const isPicked = path.includes(name);
    button.disabled = !isNext && !before.some((level) => Object.hasOwn(level, name));
    button.classList.toggle("lit", isNext);
    button.classList.toggle("picked", isPicked);
    button.classList.toggle("hinted", !isPicked && !isLeaf(tree) && hinted.includes(name));
    button.classList.toggle("drags", isNext && !isLeaf(next[name]));
    button.classList.toggle("lifted", Boolean(drag?.at) && button === drag.button);
    if (isPicked) button.setAttribute("aria-pressed", "true");
    else button.removeAttribute("aria-pressed");
  }
  const isWaiting = path.length > 0 && isLeaf(next);
  for (const id of ["confirm-act", "cancel-act"]) $(`#${id}`)?.toggleAttribute("hidden", !isWaiting);
}

/** Goes to a path; at a leaf, or where the page shows nothing further to pick, all is decided. */
function take(names, byKeys = false) {
  path = names;
  light();
  if (!path.length) return dropGhost();
  if (!isLeaf(branch(path)) && lit().length) return;
  if (!$("#confirm")?.checked) return act();
  if (byKeys) $("#confirm-act")?.focus();
}

function act() {
  decide({ at: moment, path });
  [refusable, tree, path] = [tree, NOTHING, []];
  light();
}

/** Shakes what was picked in vain and offers it again; what led there in order stays picked. */
export function refused(names) {
  if (isLeaf(tree)) tree = refusable;
  if (path.length >= names.length || path.some((name, place) => name !== names[place])) path = [];
  dropGhost();
  light();
  if (isStill()) return;
  for (const button of buttons().filter(({ dataset }) => names.includes(dataset.pick))) {
    button.animate({ translate: ["0", "-6px", "6px", "-4px", "4px", "0"] }, { duration: 320 });
  }
}

/** Takes the last pick back; returns whether there was one. */
export function takeBack() {
  if (drag?.at) cancelDrag();
  else if (path.length) take(path.slice(0, -1));
  else return false;
  return true;
}

on("click", (event) => {
  const button = event.target.closest?.("[data-pick], #confirm-act, #cancel-act");
  if (button?.id === "confirm-act") act();
  else if (button?.id === "cancel-act") takeBack();
  else if (button) take(pathTo(button.dataset.pick), !event.detail); // keys click with no detail
});

if ($("#confirm")) $("#confirm").checked = remember("confirm") === "yes";
on("change", ({ target }) => {
  if (target.id === "confirm") remember("confirm", target.checked ? "yes" : "no");
});

// ---- by drag

let drag = null;
let ghost = null;

const dropGhost = () => ghost?.remove();
const under = ({ clientX, clientY }) =>
  document.elementFromPoint(clientX, clientY)?.closest("[data-pick].lit");

on("pointerdown", (event) => {
  if (event.target.closest?.("#board, #bar")) finish(); // who acts, acts on what is true now
  const button = event.target.closest?.("[data-pick]:is(.drags, .picked)");
  if (button && event.isPrimary && !event.button) drag = { button, start: event, before: path };
});

on("pointermove", (event) => {
  if (!drag || !event.isPrimary) return;
  const [x, y] = [event.clientX - drag.start.clientX, event.clientY - drag.start.clientY];
  if (!drag.at && Math.hypot(x, y) >= 6) lift(); // less is a tap with an unsteady hand
  if (!drag?.at) return;
  ghost.style.translate = `${x}px ${y}px`;
  const over = under(event);
  for (const button of lit()) button.classList.toggle("over", button === over);
});

function lift() {
  const { button, before } = drag;
  const names = before.at(-1) === button.dataset.pick ? before : pathTo(button.dataset.pick);
  if (isLeaf(branch(names))) return endDrag();
  hideTip();
  dropGhost();
  path = names;
  drag.at = button.getBoundingClientRect();
  ghost = makeGhost(button.cloneNode(true), drag.at, button.parentElement);
  ghost.removeAttribute("data-pick");
  putGhost(ghost, ghost.getBoundingClientRect(), drag.at);
  light();
}

on("pointerup", (event) => {
  if (!drag?.at) return endDrag();
  const over = under(event);
  if (!over) return dropInVain(event);
  const { button } = drag;
  spendClick();
  endDrag();
  for (const { id } of [button, ...all("[id]", button)]) letGo.set(id, ghost.getBoundingClientRect());
  take(pathTo(over.dataset.pick));
  if (lit().length) dropGhost(); // further picks to come
});

function endDrag() {
  for (const button of all(".over")) button.classList.remove("over");
  drag?.button.classList.remove("lifted");
  drag = null;
}

function cancelDrag() {
  const names = drag?.at && drag.before.filter((name) => name !== drag.button.dataset.pick);
  endDrag();
  if (!names) return;
  spendClick();
  dropGhost();
  take(names);
}

function dropInVain(event) {
  const [names, closed] = [path, closedAt(event)];
  cancelDrag();
  if (closed) decide({ at: moment, path: [...names, closed.dataset.pick] });
}

on("pointercancel", cancelDrag);
on("held", endDrag);
on("dragstart", (event) => event.target.closest?.("#board") && event.preventDefault());
onRenewal(() => {
  if (!drag) dropGhost();
  light();
});

// ---- what cannot be chosen is asked for all the same: the server's refusal says why

let tapped = null;

/** A pick at a point of the board that is not to be chosen now: one like those that are, if any. */
function deadAt({ clientX: x, clientY: y }) {
  if (!document.elementFromPoint(x, y)?.closest("#board")) return null;
  const isThere = ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom;
  const dead = buttons().filter((b) => b.disabled && isThere(b.getBoundingClientRect()));
  return dead.find(isLikeLit) ?? dead[0] ?? null;
}

const isLikeLit = (button) => lit().some(({ classList }) => classList[0] === button.classList[0]);

/** The same, only if others like it may be chosen. */
function closedAt(event) {
  const dead = deadAt(event);
  return dead && isLikeLit(dead) ? dead : null;
}

on("pointerdown", (event) => {
  const isOther = event.target.closest?.("button:enabled, a, summary, label, input");
  const isTap = event.isPrimary && !event.button && !isOther;
  tapped = isTap && !isLeaf(tree) ? deadAt(event) : null;
});
on("pointerup", (event) => {
  if (tapped && tapped === deadAt(event)) {
    if (isLikeLit(tapped)) decide({ at: moment, path: [...path, tapped.dataset.pick] });
    else tooEarly(); // its turn comes after another pick, or not at all now
  }
  tapped = null;
});
on("pointercancel held", () => (tapped = null));

// ---- by keys

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let home = null; // where the focus was, even if its pick can no longer hold it

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** The lit pick that lies nearest in a direction; sideways counts double. */
function neighbour([x, y], [right, down]) {
  let [best, least] = [null, Infinity];
  for (const element of lit()) {
    const [dx, dy] = middle(element).map((value, axis) => value - [x, y][axis]);
    const ahead = dx * right + dy * down;
    const length = ahead + 2 * Math.abs(dx * down - dy * right);
    if (ahead > 1 && length < least) [best, least] = [element, length];
  }
  return best;
}

const first = () => $("[data-pick].lit.hinted") ?? lit()[0];

on("focusin", ({ target }) => target.dataset.pick && (home = middle(target)));
on("keydown", (event) => {
  const focused = document.activeElement;
  const direction = ARROWS[event.key];
  const asks = focused.id === "ask-hint"; // from there the keys lead to what was suggested
  if (focused !== document.body && !asks && !focused.closest("#board")) return;
  if (direction || event.key === "Enter" || event.key === " ") finish();
  if (!direction || !lit().length || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const next = !asks && home && neighbour(home, direction);
  (next || (focused.dataset.pick ? focused : first())).focus();
});

light();
