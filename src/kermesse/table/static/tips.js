/** A first match: what a newcomer is told, once each, at the moment it fits. */

import { $, on } from "./senses.js";

const line = $("#first-tip");
const left = JSON.parse(line.dataset.tips);
/** Says the first tip that fits and was not said before. */
function tell(fits) {
  const place = left.findIndex(fits);
  if (place < 0) return false;
  const [{ say, rule }] = left.splice(place, 1);
  $("[data-slot=say]", line).textContent = say;
  const link = $("[data-slot=rule]", line);
  link.textContent = rule;
  link.href = line.dataset.rules + rule;
  line.hidden = false;
  return true;
}

let isSaid = false; // since the last decision: one is enough until the next

on("moment", ({ detail: { phase } }) => {
  if (phase && !isSaid) isSaid = tell((tip) => tip.phase === phase);
});
on("decided", () => (isSaid = false));
on("step", ({ detail: { kind } }) => {
  if (!isSaid) isSaid = tell((tip) => tip.kind === kind);
});
on("refusal", ({ detail: rule }) => rule && tell((tip) => tip.refusal === rule));
on("click", ({ target }) => target.closest("[data-dismiss]") && (line.hidden = true));
