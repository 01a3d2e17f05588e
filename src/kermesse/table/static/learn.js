/** The list of lessons remembers what is done; pictures of the page get their rings and arrows. */

import { $, all, on, remember } from "./senses.js";

const SVG = "http://www.w3.org/2000/svg";

// ---- what is done

const list = $("[data-learn]");
if (list) {
  const done = (remember(`lessons-${list.dataset.learn}`) ?? "").split(" ");
  for (const link of all("[data-lesson]", list)) {
    const isDone = done.includes(link.dataset.lesson);
    $(".lesson-tick", link).hidden = !isDone;
    link.classList.toggle("is-done", isDone);
  }
}

// ---- pictures

function part(picture, name) {
  let found = $(`[data-pick="${CSS.escape(name)}"], [data-id="${CSS.escape(name)}"]`, picture);
  while (found && !found.getBoundingClientRect().width) found = found.parentElement;
  return found;
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function middle(box, at) {
  return [box.left - at.left + box.width / 2, box.top - at.top + box.height / 2];
}

/** Draws numbered arrows over a picture, from part to part. */
function drawArrows(picture) {
  $("svg.arrows", picture)?.remove();
  const arrows = (picture.dataset.arrows ?? "").split(" ").filter(Boolean);
  if (!arrows.length) return;
  const at = picture.getBoundingClientRect();
  const drawing = element("svg", { class: "arrows", viewBox: `0 0 ${at.width} ${at.height}` });
  arrows.forEach((arrow, number) => {
    const ends = arrow.split(">").map((name) => part(picture, name));
    if (ends.some((end) => !end)) return;
    const [[x, y], [u, v]] = ends.map((end) => middle(end.getBoundingClientRect(), at));
    const length = Math.hypot(u - x, v - y) || 1;
    const [dx, dy] = [(u - x) / length, (v - y) / length];
    const tip = [u - 6 * dx, v - 6 * dy];
    drawing.append(
      element("path", { d: `M${x} ${y}L${tip}`, class: "arrow-line" }),
      element("path", {
        d: `M${u} ${v}L${u - 14 * dx - 8 * dy} ${v - 14 * dy + 8 * dx}L${u - 14 * dx + 8 * dy} ${v - 14 * dy - 8 * dx}Z`,
        class: "arrow-head",
      }),
      element("circle", { cx: x, cy: y, r: 10, class: "arrow-dot" }),
    );
    const words = element("text", { x, y: y + 4.5, class: "arrow-number" });
    words.textContent = number + 1;
    drawing.append(words);
  });
  picture.append(drawing);
}

/** Gives the pictures of a page, or of a panel that has just come, their rings and arrows. */
function dress(root) {
  for (const picture of all(".how-picture:not(.dressed)", root)) {
    picture.classList.add("dressed");
    const ring = () => {
      for (const name of (picture.dataset.show ?? "").split(" ").filter(Boolean)) {
        part(picture, name)?.classList.add("ring");
      }
      drawArrows(picture);
    };
    new ResizeObserver(ring).observe(picture);
  }
}

dress(document);
const panel = $("#rules-text");
if (panel) new MutationObserver(() => dress(panel)).observe(panel, { childList: true });

on("click", ({ target }) => target.closest("[data-print]") && print());
