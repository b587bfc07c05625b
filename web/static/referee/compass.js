// The seats as buttons where they are: four on a compass, three or five round the table in order of play. One of them
// is chosen and stays chosen; whoever uses the compass says what stands under the names.

import { part, put, shape } from "./words.js";

const COMPASS = ["N", "W", "S", "E"];

// What a seat is to another one, by the order of play: 下家 next, 上家 before, 对家 opposite; empty for any other.
export function relationOf(label, other, seats) {
  const labels = seats.map((seat) => seat.label);
  if (!labels.includes(other)) return "";
  const after = (labels.indexOf(label) - labels.indexOf(other) + labels.length) % labels.length;
  return { 1: "next", [labels.length - 1]: "before", [labels.length / 2]: "opposite" }[after] || "";
}

export class Compass {
  #buttons = new Map();

  // `root` is the element of _compass.html, `seats` are in order of play; `chosen(label)` hears of a tap.
  constructor(root, { seats, down, clockwise, chosen }) {
    this.root = root;
    this.seats = seats;
    this.round = !seats.every((seat) => COMPASS.includes(seat.label));
    root.className = this.round ? "compass compass-round" : "compass";
    root.dataset.seats = seats.length;
    root.toggleAttribute("data-clockwise", Boolean(clockwise));
    this.middle = part(root, "middle");
    for (const seat of seats) this.#place(seat, chosen);
    this.turn(down);
  }

  #place(seat, chosen) {
    const button = shape("seat", this.root);
    button.classList.add(`seat-${seat.label.toLowerCase()}`);
    button.dataset.seat = seat.label;
    part(button, "label").textContent = seat.seat_name;
    part(button, "name").textContent = seat.name;
    button.addEventListener("click", () => chosen(seat.label));
    this.#buttons.set(seat.label, button);
    this.root.append(button);
  }

  // The seat of who looks at the tablet is drawn at the bottom.
  turn(down) {
    if (down) this.root.dataset.down = down;
    if (!this.round) {
      for (const [label, button] of this.#buttons) button.dataset.edge = this.edge(label);
      return;
    }
    const labels = [...this.#buttons.keys()];
    const first = Math.max(labels.indexOf(down), 0);
    for (const [index, button] of [...this.#buttons.values()].entries()) {
      button.dataset.place = (index - first + labels.length) % labels.length;
    }
  }

  // The side of the page toward which a seat sits: where the bar of what it won stands.
  edge(label) {
    const labels = this.seats.map((seat) => seat.label);
    const bottom = Math.max(labels.indexOf(this.root.dataset.down || "S"), 0);
    const place = (labels.indexOf(label) - bottom + labels.length) % labels.length;
    const [next, before] = this.root.hasAttribute("data-clockwise") ? ["left", "right"] : ["right", "left"];
    return place === 0 ? "bottom" : place === 1 ? next : place === labels.length - 1 ? before : "top";
  }

  // What lies in the middle of the table: cards of a seat side by side at its edge, cards of nobody each by itself.
  lay(cards) {
    const laid = new Map();
    for (const [index, { face, seat }] of cards.entries()) {
      const key = seat || index;
      if (!laid.has(key)) laid.set(key, onTable(seat && this.edge(seat)));
      laid.get(key).append(face);
    }
    put(this.middle, [...laid.values()]);
  }

  choose(label) {
    for (const [seat, button] of this.#buttons) button.setAttribute("aria-pressed", String(seat === label));
  }

  // What a seat has so far: a number and some cards.
  tell(label, count, cards) {
    const button = this.#buttons.get(label);
    part(button, "count").textContent = count;
    put(part(button, "cards"), cards);
  }

  button(label) {
    return this.#buttons.get(label);
  }
}

function onTable(edge) {
  const cards = shape("on-table");
  if (edge) cards.dataset.edge = edge;
  return cards;
}
