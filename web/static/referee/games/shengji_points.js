// A number of points that goes in steps: two buttons, and a pad of the numbers that come most often.

import { part, shape, word } from "../words.js";

export class Points {
  #pad = new Map();

  // `asked`: {least, most, step} of the blank sheet; `room` is how many numbers the pad has at the most, else every
  // second one stands there; `chosen(points)` hears of a tap.
  constructor(root, { asked, room, shapes, chosen }) {
    Object.assign(this, { root, asked, chosen });
    const { least, most, step } = asked;
    const all = Math.floor((most - least) / step) + 1;
    this.width = all > room.every ? 2 * step : step;
    const count = Math.min(room.most, Math.floor((most - least) / this.width) + 1);
    for (let nth = 0; nth < count; nth += 1) this.#lay(least + nth * this.width, shapes);
    part(root, "less").addEventListener("click", () => this.#step(-step));
    part(root, "more").addEventListener("click", () => this.#step(step));
    // On a phone the numbers lie over the page while one is chosen.
    part(root, "value").addEventListener("click", () => root.toggleAttribute("data-open"));
    part(root, "less").textContent = word("points-less", { step });
    part(root, "more").textContent = word("points-more", { step });
  }

  #lay(points, shapes) {
    const button = shape("choice", shapes);
    button.textContent = points;
    button.dataset.points = points;
    button.addEventListener("click", () => this.#choose(points));
    this.#pad.set(points, button);
    part(this.root, "pad").append(button);
  }

  #choose(points) {
    this.root.removeAttribute("data-open");
    if (this.points !== points) this.chosen(points);
  }

  #step(by) {
    const { least, most } = this.asked;
    this.chosen(Math.max(least, Math.min(most, (this.points ?? least) + by)));
  }

  show(points) {
    this.points = points;
    part(this.root, "value").textContent = points ?? "—";
    part(this.root, "value").toggleAttribute("data-empty", points === null);
    part(this.root, "less").disabled = points === null || points <= this.asked.least;
    part(this.root, "more").disabled = points !== null && points >= this.asked.most;
    const below = points === null ? null : points - ((points - this.asked.least) % this.width);
    for (const [key, button] of this.#pad) button.setAttribute("aria-pressed", String(key === below));
  }

  get buttons() {
    return [part(this.root, "less"), part(this.root, "more")];
  }
}
