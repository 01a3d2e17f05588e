/** The table: one socket, what it brings and what the person says. No word for people is here. */

import { toEnd } from "./board.js";
import { begin, play } from "./director.js";
import { $, all, on } from "./senses.js";
import { sound } from "./sounds.js";
import { offer, onDecision, onTooEarly, refused, showHint, suggest, takeBack } from "./picks.js";

const page = $("[data-socket]").dataset;
const title = document.title;
let isYours = false;

// ---- the connection

const STOPS = [1007, 1009]; // something is wrong with this page: trying again would not help
const FAREWELLS = [4001, 4004];
// randomUUID exists with https only; a server in the living room has none
const tab = [...crypto.getRandomValues(new Uint32Array(3))].map((n) => n.toString(36)).join("");
const unanswered = new Map(); // id → message, in the order they were sent
let socket = null;
let [count, tries, retry, heard] = [0, 0, 0, 0];

function connect() {
  clearTimeout(retry);
  retry = 0;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}${page.socket}`);
  socket.onmessage = ({ data }) => receive(JSON.parse(data));
  socket.onclose = ({ code }) => lost(code);
}

function lost(code) {
  if (code === 1003) return location.reload();
  if (FAREWELLS.includes(code)) return location.assign(page.lobby ?? "/");
  if (STOPS.includes(code)) return banner("stopped");
  banner("lost");
  const pause = Math.min(30_000, (code === 1008 ? 5000 : 400) * 2 ** tries++);
  // jitter: after a restart not everybody comes back in the same instant
  retry = setTimeout(connect, pause * (0.5 + Math.random() / 2));
}

function banner(state) {
  const element = $("#connection");
  element.textContent = element.dataset[state];
  element.dataset.state = state;
  element.hidden = false;
  if (state === "back") setTimeout(() => (element.hidden = element.dataset.state === "back"), 2500);
}

const isOpen = () => socket.readyState === WebSocket.OPEN;
const comeBack = () => retry && !document.hidden && connect();

/** Sends a message now or when the connection is back, and again after a break, until answered. */
function send(message) {
  const same = JSON.stringify(message);
  if ([...unanswered.values()].some(({ id, ...other }) => JSON.stringify(other) === same)) return;
  const id = `${tab}-${++count}`;
  unanswered.set(id, { ...message, id });
  if (isOpen()) socket.send(JSON.stringify(unanswered.get(id)));
}

function greet({ version }) {
  // only once: an old page from a cache must not reload endlessly
  if (version !== page.version && sessionStorage.getItem("reloaded") !== version) {
    sessionStorage.setItem("reloaded", version);
    return location.reload();
  }
  if (socket.isGreeted) return; // a whole view later on greets again
  socket.isGreeted = true;
  if (tries) banner("back");
  tries = 0;
  for (const message of unanswered.values()) socket.send(JSON.stringify(message));
}

/** A line that is dead shows only by its silence. */
function listen() {
  if (!isOpen()) return;
  if (Date.now() - heard > 50_000) socket.close();
  else socket.send(JSON.stringify({ do: "ping", id: `${tab}-${++count}` }));
}

setInterval(listen, 20_000);
addEventListener("online", comeBack);
on("visibilitychange", comeBack);
addEventListener("pagehide", () => (socket.onclose = null));
addEventListener("pageshow", ({ persisted }) => persisted && connect());

// ---- what comes

function receive(message) {
  heard = Date.now();
  if (message.hello) greet(message.hello);
  // a hint is about a moment: it is gone before the steps that end it are shown
  if (message.at !== undefined && message.at !== hintAt) tellHint(message.at, "");
  play(message.steps ?? [], { whole: message.whole, sound, then: () => arrive(message) });
  if (message.re) answered(message.re, message.error);
  else if (message.error) refuse(message.error);
  if (message.error) noHint(); // none is on its way any more, if this was about one
}

/** What holds once the steps of a message are shown; without a moment nothing has changed. */
function arrive({ at, picks = {}, yours = false, phase, whole, goto, hint }) {
  if (at !== undefined) {
    document.dispatchEvent(new CustomEvent("moment", { detail: { at, phase } }));
    offer(at, picks);
    if (yours && !isYours && !whole) sound("turn");
    isYours = yours;
    hearCalls(whole);
    retitle();
  }
  if (hint && suggest(hint)) {
    tellHint(hint.at, hint.text);
    showHint();
  }
  if (goto && new URL(goto, location).origin === location.origin) location.assign(goto);
}

// ---- what calls for the person: a question, somebody who is missing, the end of their time

const hurry = $("#hurry");
let calls = new Map(); // those that stand there: their names and words
let warnedOf = null; // the end that was warned of

/** The title says it, too: a tab in the background shows nothing else. */
function retitle() {
  const left = !hurry.hidden && $("[data-slot=left]", hurry).textContent;
  const words = left || [...calls.values()][0] || (isYours && page.yourTurn);
  document.title = words ? `${words} · ${title}` : title;
}

function hearCalls(whole) {
  const now = new Map(all("#table-call [data-call]").map((call) => [call.dataset.call, call.ariaLabel]));
  if (!whole && [...now.keys()].some((name) => !calls.has(name))) sound("call");
  calls = now;
}

on("hurry", ({ detail: warned }) => {
  if (!warned && hurry.hidden) return;
  hurry.hidden = !warned;
  if (warned) $("[data-slot=left]", hurry).textContent = warned.clock.textContent;
  retitle();
  // said once for each end: not again when the rest of the page is renewed
  const isNew = warned && !(Math.abs(warned.clock.end - warnedOf) < 1500);
  if (isNew) sound("hurry");
  if (isNew || !warned) $("[data-slot=text]", hurry).textContent = warned ? hurry.dataset.words : "";
  if (isNew) warnedOf = warned.clock.end;
});

/** Whatever the person does at the table says that they are there, while a bot decides for them. */
function touch() {
  if ($('#table-call [data-call="away"]') && !document.hidden) send({ do: "here" });
}

on("pointerdown pointermove keydown wheel touchstart visibilitychange", touch, { passive: true });

function answered(id, error) {
  const message = unanswered.get(id);
  unanswered.delete(id);
  if (error) refuse(error);
  if (error && message?.do === "act") refused(message.path);
  if (!error && message?.do === "hint") tellHint(message.at, hintLine.dataset.thinking);
  const input = $("#chat-form")?.elements.text;
  if (!error && message?.do === "say" && input?.value.trim() === message.text) input.value = "";
}

// ---- hints

const hintLine = $("#hint");
let hintAt = 0; // the moment that the line speaks of

function tellHint(at, text) {
  [hintAt, hintLine.textContent] = [at, text];
  if (text) $("#bar").scrollIntoView({ block: "nearest" });
}

function noHint() {
  if (hintLine.textContent === hintLine.dataset.thinking) tellHint(hintAt, "");
}

// ---- refusals

let closing = 0;
const refusal = $("#refusal");

function refuse({ text, rule, said }) {
  document.dispatchEvent(new CustomEvent("refusal", { detail: rule }));
  for (const [name, words] of Object.entries({ text, rule, said })) {
    const slot = $(`[data-slot=${name}]`, refusal);
    slot.textContent = words ?? "";
    slot.hidden = !words;
  }
  $("[data-slot=rule]", refusal).dataset.rule = rule ?? "";
  refusal.hidden = false;
  closeLater(9000);
}

function closeLater(pause) {
  clearTimeout(closing);
  // not while somebody reads it or follows its link
  const close = () => (refusal.matches(":hover, :focus-within") ? closeLater(3000) : closeRefusal());
  closing = setTimeout(close, pause);
}

const closeRefusal = () => (refusal.hidden = true);
$("[data-close]", refusal)?.addEventListener("click", closeRefusal);

on("keydown", (event) => {
  if (event.key !== "Escape" || $("dialog[open]")) return; // the browser closes a dialog
  if (!refusal.hidden) closeRefusal();
  else if (!takeBack()) return;
  event.preventDefault();
});

// ---- what the person says

onDecision((decision) => {
  tellHint(decision.at, "");
  begin();
  send({ do: "act", ...decision });
});

onTooEarly(() => refuse({ text: refusal.dataset.first }));

on("click", (event) => {
  const button = event.target.closest?.("[data-do]");
  if (button?.dataset.ask) ask(button);
  else if (button) send(JSON.parse(button.dataset.do));
});

function ask(button) {
  const dialog = $("#ask");
  $("[data-slot=text]", dialog).textContent = button.dataset.ask;
  dialog.returnValue = "";
  dialog.onclose = () => dialog.returnValue === "yes" && send(JSON.parse(button.dataset.do));
  dialog.showModal();
}

on("submit", (event) => {
  if (event.target.id !== "chat-form") return;
  event.preventDefault();
  const { text, to } = event.target.elements;
  if (text.value.trim()) send({ do: "say", text: text.value.trim(), to: to?.value ?? "table" });
});

for (const list of document.querySelectorAll("#log, #chat")) toEnd(list);
connect();
