// A clock for a time in which something may be done: big, on top of the page while it runs, to be paused. It counts by
// the time since the page was opened, which nobody can set; the device's own clock may be wrong.

import { part, word } from "./words.js";

const TICK = 100;

export class Countdown {
  #left = 0; // milliseconds, as they were when the clock last started or stopped
  #since = null; // when it started, null while it stands still
  #timer = null;

  constructor(root) {
    this.root = root;
    part(root, "hold").addEventListener("click", () => this.#hold());
    part(root, "stop").addEventListener("click", () => this.stop());
  }

  // `said` is what may be done meanwhile, `of` what it belongs to.
  start(seconds, said, of) {
    Object.assign(this, { of });
    this.#left = seconds * 1000;
    this.#since = performance.now();
    part(this.root, "said").textContent = said;
    this.#run();
  }

  stop() {
    clearInterval(this.#timer);
    this.#since = null;
    this.#left = 0;
    this.root.hidden = true;
  }

  get #rest() {
    const gone = this.#since === null ? 0 : performance.now() - this.#since;
    return Math.max(0, this.#left - gone);
  }

  #hold() {
    this.#left = this.#rest;
    this.#since = this.#since === null ? performance.now() : null;
    this.#run();
  }

  #run() {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#show(), TICK);
    this.#show();
  }

  #show() {
    const rest = this.#rest;
    if (!rest || this.#since === null) clearInterval(this.#timer);
    if (!rest && !this.root.hasAttribute("data-over")) navigator.vibrate?.(400);
    this.root.hidden = false;
    this.root.toggleAttribute("data-over", !rest);
    this.#say("left", rest ? word("guide-left", { seconds: Math.ceil(rest / 1000) }) : word("guide-over"));
    this.#say("over", rest ? "" : word("guide-over"));
    this.#say("hold", word(this.#since === null ? "guide-on" : "guide-pause"));
    part(this.root, "hold").hidden = !rest;
  }

  #say(name, text) {
    const element = part(this.root, name);
    if (element.textContent !== text) element.textContent = text;
  }
}
