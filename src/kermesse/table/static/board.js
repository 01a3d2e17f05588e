/** Shows what the server sends: morphs the page by element id, moves what moved. */

const MOVE = 240; // milliseconds a piece takes to its new place
const EASE = "cubic-bezier(.3, .7, .3, 1)";

const asIs = { createHTML: (html) => html };
// The content security policy allows one policy of this name, so HTML is made here and nowhere else.
const policy = globalThis.trustedTypes?.createPolicy("kermesse", asIs) ?? asIs;

/** The server's HTML as a fragment. */
export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = policy.createHTML(html);
  return template.content;
}

/** Whether nothing may move: nobody looks, or somebody asked for stillness. */
export const isStill = () =>
  document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;

const all = (root) => root.querySelectorAll("[id]");

let dress = () => {};
/** Calls back whenever elements were renewed, before anything is measured. */
export const onRenewal = (callback) => (dress = callback);

/** Where the person let go of an element: from there, not from its old place, it goes on. */
export const letGo = new Map();

// ---- morphing

/** The target becomes this HTML; elements with the same id stay the same elements. */
export const morph = (target, html) => renew([[target, parse(html).firstElementChild]]);

/** Renews several elements at once, since a piece may go from one to the other. */
function renew(pairs) {
  const work = { kept: new Map(), gone: new Set() };
  for (const [, fresh] of pairs) {
    for (const { id } of [fresh, ...all(fresh)]) {
      const old = id && document.getElementById(id);
      if (old) work.kept.set(id, old);
    }
  }
  const focused = document.activeElement;
  for (const [old, fresh] of pairs) {
    const change = () => renewElement(old, fresh, work);
    if (old.matches("ol")) atEnd(old, change);
    else change();
  }
  const vanished = [...work.gone].map((node) => [node, node.parentElement]);
  for (const node of work.gone) node.remove();
  // browsers without moveBefore lose the focus of an element that changes its parent
  if (focused?.isConnected && focused !== document.activeElement) {
    focused.focus({ preventScroll: true });
  }
  return vanished;
}

function renewElement(old, fresh, work) {
  // what a person has opened stays open; handlers would only be refused by the browser
  const ours = (name) => name.startsWith("on") || (name === "open" && "open" in old);
  for (const { name, value } of fresh.attributes) {
    if (!ours(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !ours(name)) old.removeAttribute(name);
  }
  renewChildren(old, fresh, work);
}

function renewChildren(parent, fresh, work) {
  let next = parent.firstChild;
  const placed = [];
  for (const wanted of fresh.childNodes) {
    const node = partner(wanted, next, parent, work) ?? document.importNode(wanted, false);
    if (node === next) next = next.nextSibling;
    else place(parent, node, next);
    work.gone.delete(node);
    placed.push([node, wanted]);
  }
  // not removed yet: what is inside may be wanted elsewhere, and moves best while on the page
  for (; next; next = next.nextSibling) if (!isGhost(next)) work.gone.add(next);
  for (const [node, wanted] of placed) {
    if (wanted.nodeType === Node.ELEMENT_NODE) renewElement(node, wanted, work);
    else if (node.data !== wanted.data) node.data = wanted.data;
  }
}

/** The old node that a wanted one continues: by id, else the next of its kind without one. */
function partner(wanted, next, parent, work) {
  if (wanted.id) {
    const old = work.kept.get(wanted.id);
    work.kept.delete(wanted.id);
    return old?.nodeName === wanted.nodeName && !old.contains(parent) ? old : null;
  }
  for (let node = next; node; node = node.nextSibling) {
    if (node.nodeName === wanted.nodeName && !node.id && !isGhost(node)) return node;
  }
  return null;
}

function place(parent, node, before) {
  // moveBefore keeps focus, scroll and running animations
  const moves = parent.moveBefore && parent.isConnected && node.isConnected;
  parent[moves ? "moveBefore" : "insertBefore"](node, before);
}

// ---- motion

const running = new Set();
const isGhost = (node) => node.classList?.contains("ghost");

function animate(element, frames, duration) {
  const animation = element.animate(frames, { duration, easing: EASE });
  running.add(animation);
  const end = () => running.delete(animation);
  return animation.finished.then(end, end);
}

/** Renews the elements of these ids; what moved is seen to move. Returns whether anything was. */
function put(parts, quiet, duration) {
  const pairs = Object.entries(parts)
    .map(([id, html]) => [document.getElementById(id), parse(html).firstElementChild])
    .filter(([old]) => old);
  if (quiet || isStill()) {
    for (const animation of running) animation.finish();
    renew(pairs);
    dress();
    return false;
  }
  const before = placesBefore(pairs);
  for (const animation of running) if (!isGhost(animation.effect.target)) animation.cancel();
  const vanished = renew(pairs);
  dress();
  const ghosts = vanished.flatMap(([node, root]) => lay(node, root, before, pairs));
  // all reading of the layout before all writing: alternating is several times slower
  const now = new Map();
  for (const [old] of pairs) {
    for (const element of all(old)) now.set(element, box(element));
  }
  const found = ghosts.map((ghost) => [ghost, box(ghost), before.get(ghost.dataset.was)]);
  for (const [ghost, at, was] of found) fadeOut(ghost, at, was, duration);
  return moveAll(now, before, duration) || ghosts.length > 0;
}

const origin = ({ id, dataset }, before) => before.get(dataset.from) ?? before.get(id);
const box = (element) => element.getBoundingClientRect();

function placesBefore(pairs) {
  const ids = new Set();
  for (const [old, fresh] of pairs) {
    for (const { id } of all(old)) ids.add(id);
    for (const { id, dataset } of all(fresh)) ids.add(id).add(dataset.from);
  }
  const places = new Map();
  for (const id of ids) {
    const element = id && document.getElementById(id);
    const at = element && (letGo.get(id) ?? box(element));
    if (at?.width) places.set(id, at);
  }
  letGo.clear();
  return places;
}

function moveAll(now, before, duration) {
  const shifts = new Map();
  for (const [element, at] of now) {
    const from = origin(element, before);
    const [parent, shift] = [shifts.get(element.parentElement.closest("[id]")), { x: 0, y: 0 }];
    shifts.set(element, shift);
    if (!at.width) continue;
    if (!from) {
      // a newcomer fades in, but not with a piece inside that is seen to arrive
      shift.isNew = parent?.isNew || ![...all(element)].some((piece) => origin(piece, before));
      if (shift.isNew && !parent?.isNew) animate(element, { opacity: [0, 1] }, duration);
      continue;
    }
    const grow = scaleOf(element, from, at);
    // what changes its shape (a panel that gets a line) keeps its corner, a piece its middle
    const middle = element.dataset.from || grow !== 1 ? 0.5 : 0;
    shift.x = from.left - at.left + (from.width - at.width) * middle;
    shift.y = from.top - at.top + (from.height - at.height) * middle;
    travel(element, shift.x - (parent?.x ?? 0), shift.y - (parent?.y ?? 0), grow, duration);
  }
  return running.size > 0;
}

/** How much larger an element was; 1 for those that carry others or changed their shape. */
function scaleOf(element, from, at) {
  const grow = from.width / at.width;
  const isAlike = Math.abs(grow - from.height / at.height) < 0.1 * grow;
  return isAlike && !element.ownerSVGElement && !element.querySelector("[id]") ? grow : 1;
}

function travel(element, x, y, grow, duration) {
  if (Math.hypot(x, y) < 1 && Math.abs(grow - 1) < 0.02) return;
  // inside a drawing a pixel is a unit of the drawing
  const unit = element.ownerSVGElement?.getScreenCTM()?.a ?? 1;
  const start = { translate: `${x / unit}px ${y / unit}px`, scale: grow, zIndex: 5 };
  animate(element, [start, { translate: "0px 0px", scale: 1, zIndex: 5 }], duration);
}

/** Lays what vanished over the page, as long as it fades: unless it lives on under another id. */
function lay(node, root, before, pairs) {
  const pieces = node.id ? [node] : [...(node.querySelectorAll?.("[id]") ?? [])];
  const became = (id) => pairs.some(([old]) => old.querySelector(`[data-from="${CSS.escape(id)}"]`));
  const outermost = pieces.filter((piece) => !piece.parentElement?.closest("[id]"));
  return outermost
    .filter(({ id, ownerSVGElement }) => before.has(id) && !ownerSVGElement && !became(id))
    .map((piece) => makeGhost(piece, before.get(piece.id), root));
}

/** Takes an element out of the flow and out of reach, at its old size. */
export function makeGhost(element, { width, height }, root) {
  element.dataset.was = element.id;
  for (const named of [element, ...all(element)]) named.removeAttribute("id");
  element.classList.add("ghost");
  element.inert = true;
  const size = { width: `${width}px`, height: `${height}px`, margin: 0 };
  Object.assign(element.style, { position: "fixed", left: 0, top: 0, ...size });
  root.append(element);
  return element;
}

/** Puts a ghost where it should be: "fixed" is not the window's corner within every container. */
export function putGhost(ghost, at, wanted) {
  ghost.style.left = `${wanted.left - at.left}px`;
  ghost.style.top = `${wanted.top - at.top}px`;
}

function fadeOut(ghost, at, was, duration) {
  putGhost(ghost, at, was);
  animate(ghost, { opacity: [1, 0] }, duration).then(() => ghost.remove());
}

// ---- steps

const scroller = (list) => list.closest("[role=log]") ?? list;

/** Scrolls a list, or the box around it, to its end. */
export const toEnd = (list) => (scroller(list).scrollTop = scroller(list).scrollHeight);

function isAtEnd(list) {
  const { scrollTop, clientHeight, scrollHeight } = scroller(list);
  return scrollHeight - clientHeight - scrollTop < 60;
}

/** Changes a list and keeps it at its end; who has scrolled up to read is not torn away. */
function atEnd(list, change) {
  const follows = isAtEnd(list);
  change();
  if (follows) toEnd(list);
}

function add(id, html, follows) {
  const list = document.getElementById(id);
  list.append(parse(html));
  if (follows) toEnd(list);
  document.querySelector(`[data-tab="${id}"][aria-selected="false"]`)?.classList.add("unread");
}

/** Runs a part of a step; one that fails must not take the others with it. */
export function attempt(part) {
  try {
    return part();
  } catch (error) {
    console.error(error);
    return false;
  }
}

/** The clocks of these parts ran on while their step waited to be shown. */
function setClocks(parts, heard) {
  for (const id of Object.keys(parts)) {
    for (const clock of document.querySelectorAll(`#${CSS.escape(id)} [data-deadline]`)) {
      clock.end = heard + Number(clock.dataset.deadline);
    }
  }
}

/** Shows one step; returns whether there was something to look at. */
export function show(step, { whole = false, sound = () => {}, duration = MOVE, heard } = {}) {
  for (const spoken of document.querySelectorAll(".about")) spoken.classList.remove("about");
  // asked before anything changes: a panel that grows makes a list look scrolled up
  const added = Object.entries(step.add ?? {}).map(([id, html]) => {
    const list = document.getElementById(id);
    return [id, html, Boolean(list) && isAtEnd(list)];
  });
  const moved = attempt(() => put(step.put ?? {}, whole, duration));
  setClocks(step.put ?? {}, heard ?? performance.now());
  for (const [id, html, follows] of added) attempt(() => add(id, html, follows));
  for (const id of step.about ?? []) document.getElementById(id)?.classList.add("about");
  if (step.sound && !whole) attempt(() => sound(step.sound));
  return moved || Boolean(step.add?.log);
}
