/** A lesson at the board: what is picked goes to the server, which plays it and says what is so. */

import { morph } from "./board.js";
import { play } from "./director.js";
import { offer, onDecision, onTooEarly, refused } from "./picks.js";
import { $, all, on, remember } from "./senses.js";
import { sound } from "./sounds.js";

const lesson = $("[data-lesson]").dataset;
const READ = 1500; // milliseconds that what is wrong stays on the board

let done = [[]];
let isBusy = false;

async function ask(what, path = []) {
  if (isBusy) return;
  isBusy = true;
  try {
    const body = JSON.stringify({ do: what, done, path });
    const headers = { "content-type": "application/json" };
    const found = await fetch(location.pathname, { method: "POST", headers, body });
    const answer = await found.json();
    if (answer.error) refuse(answer.error, path);
    else await told(answer);
  } catch {
    warn(lesson.trouble);
    refused(path);
  } finally {
    isBusy = false;
  }
}

function told(answer) {
  done = answer.done;
  const steps = answer.steps.map(({ line, ...step }) => (line ? { ...step, add: { log: item(line) } } : step));
  return new Promise((end) => {
    const then = () => (answer.wrong ? goBack(answer).then(end) : (settle(answer), end()));
    play(steps, { sound, then });
  });
}

const item = (line) => {
  const li = document.createElement("li");
  li.textContent = line;
  return li.outerHTML;
};

/** What came of a wrong decision stays in sight while its reason is read, then goes back. */
async function goBack(answer) {
  morph($("#strip"), answer.strip);
  await new Promise((end) => setTimeout(end, READ));
  await new Promise((then) => play([answer.back], { then }));
  settle(answer);
}

function settle(answer) {
  if (answer.finished) return finish();
  morph($("#strip"), answer.strip);
  for (const part of all(".ring")) part.classList.remove("ring");
  for (const name of answer.show) part(name)?.classList.add("ring");
  offer(answer.at, answer.picks);
}

/** What is picked by a name, or has it as its id; a pick that is not in sight stands for what holds it. */
function part(name) {
  let found = $(`#board [data-pick="${CSS.escape(name)}"]`) ?? document.getElementById(name);
  while (found && !found.getBoundingClientRect().width) found = found.parentElement;
  return found;
}

function refuse(error, path) {
  if (error.kind === "stale") return location.reload();
  warn(error.text, error.rule);
  refused(path);
}

function warn(text, rule) {
  const old = $("#strip .strip-wrong");
  const line = old ?? document.createElement("p");
  line.className = "strip-wrong";
  line.textContent = text;
  if (rule) {
    const link = document.createElement("a");
    Object.assign(link, { href: `/rules/${lesson.game}#rule-${rule}`, target: "_blank", className: "rule-link" });
    link.textContent = rule;
    line.append(" ", link);
  }
  if (!old) $("#strip .strip-head").after(line);
}

function finish() {
  const key = `lessons-${lesson.game}`;
  const known = new Set((remember(key) ?? "").split(" ").filter(Boolean));
  remember(key, [...known.add(lesson.lesson)].join(" "));
  location.assign(lesson.following);
}

onDecision(({ path }) => ask("decide", path));
onTooEarly(() => warn(lesson.early));
on("click", ({ target }) => {
  const button = target.closest("[data-do]");
  if (button) ask(button.dataset.do);
});

ask("look");
