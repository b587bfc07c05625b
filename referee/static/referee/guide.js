// How the deal on the page begins, beside its entry: who shuffles, cuts and leads, what is counted and said. Where a step
// has a time, a button starts the clock. It stands open before the first deal, and afterwards where somebody opens it.

import { Countdown } from "./countdown.js";
import { fill, part, put, shape, word } from "./words.js";

export class Guide {
  #deal = "";

  // `root` is the view of the entry, `round` where the page is.
  constructor(root, round) {
    this.round = round;
    this.guide = part(root, "guide");
    this.steps = part(this.guide, "guide-steps");
    this.clock = new Countdown(part(root, "countdown"));
    this.steps.addEventListener("click", (event) => this.#start(event.target.closest("[data-seconds]")));
  }

  show({ uid, begins, board_no: number }) {
    this.guide.hidden = !begins?.steps.length;
    if (this.#deal !== uid) this.#open(uid, begins);
    if (!begins) return;
    const { steps } = begins;
    fill(this.guide, { "guide-title": word("begins", { number }), "guide-short": steps[steps.length - 1]?.text || "" });
    put(this.steps, steps.map((step) => this.#step(step, begins.windows)));
  }

  // A deal of which something is written has begun.
  #open(uid, begins) {
    this.#deal = uid;
    const { entry, sheet } = this.round.draft({ uid });
    this.guide.open = Boolean(begins?.first_deal) && !entry && !sheet;
    if (this.clock.of !== uid) this.clock.stop();
  }

  #step({ code, text }, windows) {
    const row = fill(shape("guide-step"), { text });
    const window = windows.find((one) => one.code === code);
    if (window) row.append(this.#button(window, text));
    return row;
  }

  #button({ seconds }, text) {
    const button = fill(shape("guide-clock"), { start: word("guide-start", { seconds }) });
    Object.assign(button.dataset, { seconds, said: text });
    return button;
  }

  #start(button) {
    if (button) this.clock.start(Number(button.dataset.seconds), button.dataset.said, this.#deal);
  }
}
