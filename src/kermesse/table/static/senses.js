/** What the scripts of all pages share: finding, listening, remembering, tips, sounds. */

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

// ---- sounds: [pitch in hertz, start, length in seconds, pitch at the end]

const TONES = {
  card: [[620, 0, 0.05, 420]],
  slide: [[240, 0, 0.14, 360]],
  turn: [[523, 0, 0.12], [784, 0.1, 0.2]],
  point: [[784, 0, 0.09], [1047, 0.07, 0.16]],
  win: [[523, 0, 0.14], [659, 0.12, 0.14], [784, 0.24, 0.14], [1047, 0.36, 0.4]],
  hurry: [[988, 0, 0.09], [988, 0.16, 0.09], [988, 0.32, 0.16]],
  call: [[659, 0, 0.1], [880, 0.1, 0.1], [659, 0.2, 0.16]],
  talk: [[880, 0, 0.05, 990]],
};
const played = {};
let audio = null;
let isMute = remember("mute") === "yes";

export function sound(name) {
  // browsers play nothing before the first touch, and complain if asked to
  if (isMute || !TONES[name] || navigator.userActivation?.hasBeenActive === false) return;
  if (Date.now() - played[name] < 300) return; // one turn may be announced twice
  played[name] = Date.now();
  audio ??= new AudioContext();
  for (const tone of TONES[name]) sing(...tone);
}

function sing(pitch, start, length, last = pitch) {
  const [tone, volume, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + start];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(last, at + length);
  volume.gain.setValueAtTime(0.12, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}

on("click", (event) => {
  if (!near(event, "#mute")) return;
  isMute = !isMute;
  remember("mute", isMute ? "yes" : "no");
  press($("#mute"), isMute);
});
press($("#mute"), isMute);
