// The seats as buttons where they are. One of them is chosen and stays chosen; whoever uses the compass says what
// stands under the names.

import { part, put, shape } from "./words.js";

const COMPASS = ["N", "W", "S", "E"];

export class Compass {
  #buttons = new Map();

  // `root` is the element of _compass.html; `chosen(label)` hears of a tap.
  constructor(root, seats, down, chosen) {
    this.root = root;
    this.seats = seats;
    const round = seats.every((seat) => COMPASS.includes(seat.label));
    root.className = round ? "compass" : "stack stack-tight";
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
