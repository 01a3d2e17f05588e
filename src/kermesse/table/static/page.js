/** Small comforts of every page: tabs, copying, clocks, the rulebook, forms that send themselves. */

import { parse, toEnd } from "./board.js";
import { $, all, near, on } from "./senses.js";

// ---- what a line of the log speaks of

on("pointerover focusin", (event) => {
  for (const element of all(".shown")) element.classList.remove("shown");
  const ids = near(event, "[data-about]")?.dataset.about.split(" ") ?? [];
  for (const id of ids) document.getElementById(id)?.classList.add("shown");
});

// ---- tabs

function choose(tab) {
  for (const other of all("[data-tab]")) {
    other.setAttribute("aria-selected", other === tab);
    other.tabIndex = other === tab ? 0 : -1;
  }
  tab.classList.remove("unread");
  for (const panel of all("[data-panel]")) panel.hidden = panel.dataset.panel !== tab.dataset.tab;
  for (const list of all(`[data-panel="${tab.dataset.tab}"] ol`)) toEnd(list);
}

function chooseByKey(event) {
  const [tabs, step] = [all("[data-tab]"), { ArrowLeft: -1, ArrowRight: 1 }[event.key]];
  const at = tabs.indexOf(event.target);
  if (at < 0 || !step) return;
  event.preventDefault();
  const next = tabs.at((at + step) % tabs.length);
  choose(next);
  next.focus();
}

on("click", (event) => near(event, "[data-tab]") && choose(near(event, "[data-tab]")));
on("keydown", chooseByKey);
if ($("[data-tab]")) choose($('[data-tab][aria-selected="true"]') ?? $("[data-tab]"));

// ---- copying

async function copy(button) {
  const { copy: text, copied } = button.dataset;
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copyOldWay(text, button.parentElement);
  const label = $("span", button) ?? button;
  if (!copied || label.textContent === copied) return;
  const before = label.textContent;
  label.textContent = copied;
  setTimeout(() => (label.textContent = before), 2000);
}

/** A server in the living room has no https, and without it there is no clipboard. */
function copyOldWay(text, parent) {
  const field = Object.assign(document.createElement("textarea"), { value: text, className: "unseen" });
  parent.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

on("click", (event) => near(event, "[data-copy]") && copy(near(event, "[data-copy]")));

// ---- sharing, where the device has a sheet for it

if (navigator.share) document.documentElement.classList.add("can-share");

function share({ dataset: { share: url, title } }) {
  // turned down, or one is open already: nothing is lost
  navigator.share({ url, title }).catch(() => {});
}

on("click", (event) => near(event, "[data-share]") && share(near(event, "[data-share]")));

// ---- clocks

/** When a clock ends: steps that were shown late have set it, as it was true when they came. */
const until = (clock) => (clock.end ??= performance.now() + Number(clock.dataset.deadline));

/** The person's own clock, once they are to be warned, or null. */
function warned() {
  const clock = $("[data-warning]");
  const left = clock ? Math.max(0, until(clock) - performance.now()) : Infinity;
  return left <= Number(clock?.dataset.warning) ? { clock, left } : null;
}

function tick() {
  for (const clock of all("[data-deadline]")) {
    const left = Math.max(0, until(clock) - performance.now()) / 1000;
    const [hours, ...rest] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor);
    const [first, ...others] = hours ? [hours, ...rest] : rest;
    const text = [first, ...others.map((part) => String(part).padStart(2, "0"))].join(":");
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("low", left < 10);
  }
  document.dispatchEvent(new CustomEvent("hurry", { detail: warned() }));
}
setInterval(tick, 250);

// ---- the rulebook, as a page or in a dialog

const RULE_LINKS = "#rules-button, a[data-rule], #rules a[href^='#rule-']";

async function openRules(rule) {
  const dialog = $("#rules");
  const text = $("#rules-text", dialog);
  if (!dialog.open) dialog.showModal();
  if (!text.childElementCount) {
    const answer = await fetch(dialog.dataset.source);
    text.replaceChildren(parse(await answer.text()));
    seek($("#rules-search").value); // somebody may have typed meanwhile
  }
  for (const old of all(".wanted", text)) old.classList.remove("wanted");
  const wanted = rule && document.getElementById(`rule-${rule}`);
  if (!wanted) return;
  $("#rules-search").value = "";
  seek("");
  wanted.classList.add("wanted");
  wanted.scrollIntoView({ block: "center" });
}

/** Leaves only the paragraphs with these words, and marks them. */
function seek(words) {
  const wanted = words.trim().toLowerCase();
  const ranges = [];
  for (const paragraph of all(":is(h1, h2, h3, h4, p, li, tr, pre, dt, dd)", $("#rules-text"))) {
    paragraph.hidden = !paragraph.textContent.toLowerCase().includes(wanted);
    if (wanted && !paragraph.hidden) ranges.push(...hits(paragraph, wanted));
  }
  // marks without touching the text; browsers that cannot do that only filter
  globalThis.CSS.highlights?.set("hit", new Highlight(...ranges));
}

function hits(paragraph, wanted) {
  const found = [];
  const walk = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.data.toLowerCase();
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(walk.currentNode, at);
      range.setEnd(walk.currentNode, at + wanted.length);
      found.push(range);
    }
  }
  return found;
}

on("click", (event) => {
  const link = near(event, RULE_LINKS);
  if (!link || !$("#rules")) return;
  event.preventDefault();
  openRules(link.dataset.rule ?? link.hash?.slice("#rule-".length));
});
on("input", ({ target }) => target.id === "rules-search" && seek(target.value));

// ---- dialogs, messages, menus, forms

on("click", (event) => {
  if (event.target.matches?.("dialog")) event.target.close(); // beside its box
  near(event, "[data-close]")?.closest("[data-flash]")?.remove();
  near(event, "dialog [data-close]")?.closest("dialog").close();
  $(`dialog#${near(event, "[data-open]")?.dataset.open}`)?.showModal();
  for (const menu of all("details.menu[open]")) {
    if (!menu.contains(event.target) || near(event, ".menu-items button")) menu.open = false;
  }
});

/** Puts the items of an open menu at its button: below, else above, and always inside the window. */
function placeMenu() {
  const menu = $("details.menu[open]");
  if (!menu) return;
  const button = $("summary", menu).getBoundingClientRect();
  const { width, height } = $(".menu-items", menu).getBoundingClientRect();
  const below = button.bottom + 5;
  const top = below + height < innerHeight - 8 ? below : button.top - 5 - height;
  const within = (place, size, room) => Math.max(8, Math.min(place, room - size - 8));
  const { style } = document.documentElement; // where no new state of the table undoes it
  style.setProperty("--menu-left", `${within(button.right - width, width, innerWidth)}px`);
  style.setProperty("--menu-top", `${within(top, height, innerHeight)}px`);
}

on("toggle scroll", placeMenu, true);
addEventListener("resize", placeMenu);
on("keydown", (event) => {
  const menu = event.key === "Escape" && $("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  $("summary", menu).focus();
});
on("change", ({ target }) => target.matches("select[data-submit]") && target.form.requestSubmit());

// ---- a new table: what depends on the number of seats, or on another choice

function fits(part, chosen) {
  const { seats, given } = part.dataset;
  const count = chosen.get("seats");
  if (seats && count && !seats.split(" ").includes(count)) return false;
  const [name, value] = given?.split("=") ?? [];
  return !given || chosen.getAll(name).at(-1) === value; // of a box and the field behind it, the box
}

function settle(form) {
  const chosen = new FormData(form);
  for (const part of all("[data-seats], [data-given]", form)) {
    part.hidden = part.disabled = !fits(part, chosen); // not every browser hides lines of a list
    const list = part.hidden && part.matches("optgroup") && part.closest("select");
    if (list && part.contains(list.selectedOptions[0])) list.selectedIndex = 0;
  }
  // what is not seen is neither checked nor sent
  for (const control of all("input, select", form)) control.disabled = control.closest("[hidden]") !== null;
}

on("change", ({ target }) => target.form?.id === "new-table" && settle(target.form));
if ($("#new-table")) settle($("#new-table"));

const [visit] = performance.getEntriesByType("navigation");
// coming back must not send the form once more
if (visit?.type !== "back_forward") $("form[data-auto]")?.requestSubmit();
