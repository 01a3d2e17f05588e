/** What the scripts of all pages share: finding, listening, remembering, tips. */

export const $ = (selector, root = document) => root?.querySelector(selector) ?? null;
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];
export const near = (event, selector) => event.target.closest?.(selector) ?? null;
export const on = (types, listener, options) =>
  types.split(" ").forEach((type) => document.addEventListener(type, listener, options));

/** Something remembered in this browser, where it allows that. */
export function remember(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

const ICONS = { play: ["play", "pause"], mute: ["sound", "silent"] };

/** Shows that a button is pressed or not, by its icon too. */
export function press(button, isOn) {
  button?.setAttribute("aria-pressed", isOn);
  const drawn = $("use", button);
  drawn?.setAttribute("href", drawn.getAttribute("href").replace(/#.*/, `#${ICONS[button.id][+isOn]}`));
}

// ---- the click that ends a drag or a long press chooses nothing

let isSpent = false;
export const spendClick = () => (isSpent = true);

on("pointerdown", () => (isSpent = false), true);
on("click", (event) => {
  if (!isSpent || !event.detail) return; // keys click too, with no detail
  isSpent = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// ---- tips: by hover, by focus, by long press

const tip = $("#tip");
let tipped = null;
let holding = 0;

export function hideTip() {
  clearTimeout(holding);
  if (!tipped) return;
  tipped.removeAttribute("aria-describedby");
  tipped = null;
  tip.hidden = true;
}

function showTip(element) {
  hideTip();
  if (!tip || !element?.dataset.tip) return;
  tipped = element;
  tip.textContent = element.dataset.tip;
  tip.hidden = false;
  element.setAttribute("aria-describedby", "tip");
  const [at, own] = [element.getBoundingClientRect(), tip.getBoundingClientRect()];
  const above = at.top - own.height - 8;
  const left = at.left + (at.width - own.width) / 2;
  tip.style.left = `${Math.max(8, Math.min(left, innerWidth - own.width - 8))}px`;
  tip.style.top = `${above > 8 ? above : Math.min(at.bottom + 8, innerHeight - own.height - 8)}px`;
}

function hold(event) {
  hideTip();
  const element = near(event, "[data-tip]");
  if (!element || !event.isPrimary || event.pointerType === "mouse") return; // a mouse can hover
  const { clientX: x, clientY: y } = event;
  const release = new AbortController();
  const end = () => (clearTimeout(holding), release.abort());
  const isFar = (move) => Math.hypot(move.clientX - x, move.clientY - y) > 6;
  on("pointermove", (move) => isFar(move) && end(), release);
  on("pointerup pointercancel", end, release);
  holding = setTimeout(() => {
    end();
    showTip(element);
    spendClick();
    document.dispatchEvent(new Event("held"));
  }, 500);
}

on("pointerdown", hold);
on("pointerover", (event) => {
  const element = near(event, "[data-tip]");
  if (event.pointerType === "mouse" && !event.buttons && element !== tipped) showTip(element);
});
on("focusin", (event) => event.target.matches(":focus-visible") && showTip(near(event, "[data-tip]")));
on("focusout", hideTip);
on("scroll", (event) => event.target.contains(tipped) && hideTip(), true);
on("keydown", (event) => event.key === "Escape" && hideTip());
on("contextmenu", (event) => {
  // a long press would otherwise open the browser's menu over the tip
  if (event.pointerType !== "mouse" && near(event, "[data-tip], [data-pick]")) event.preventDefault();
});
setInterval(() => tipped?.isConnected === false && hideTip(), 250);
