// How the deal on the page begins: one line beside its entry, and in a sheet who shuffles, cuts and leads, what is
// counted and said. Where a step has a time, a button starts the clock.

import { Countdown } from "./countdown.js";
import { dealName, fill, part, put, shape, word } from "./words.js";

export class Guide {
  #deal = "";

  // `root` is the view of the entry, `round` where the page is.
  constructor(root, round) {
    this.round = round;
    this.guide = part(root, "guide");
    this.sheet = document.getElementById("begins");
    this.steps = part(this.sheet, "guide-steps");
    this.clock = new Countdown(part(root, "countdown"));
    this.steps.addEventListener("click", (event) => this.#start(event.target.closest("[data-seconds]")));
  }

  show(deal) {
    const { uid, begins } = deal;
    this.guide.hidden = !begins?.steps.length;
    if (this.#deal !== uid) this.#open(uid);
    if (!begins) return;
    const { steps } = begins;
    const title = word("begins", { deal: dealName(deal) });
    const [first, last] = [steps[0]?.text || "", steps[steps.length - 1]?.text || ""];
    fill(this.guide, { "guide-title": title, "guide-short": begins.first_deal ? first : last });
    part(this.sheet, "begins-head").textContent = title;
    put(this.steps, steps.map((step) => this.#step(step, begins.windows)));
  }

  #open(uid) {
    this.#deal = uid;
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
