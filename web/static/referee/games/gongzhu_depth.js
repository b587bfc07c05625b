// How much of a deal is written down, and which step of it is on the page: the cards won; the hands and the cards won;
// the hands and every play. The event says the least; who writes may choose more.

import { shape, word } from "../words.js";

export const CAPTURES = "captures";
export const HANDS = "hands";
export const TRICKS = "tricks";

export const WON = "won";
export const PLAY = "play";

const STEPS = { [CAPTURES]: [WON], [HANDS]: [HANDS, WON], [TRICKS]: [HANDS, PLAY] };

// The depths that may be chosen, the least of the event first.
export function depthsFrom(depths, least) {
  const at = Math.min(depths.indexOf(least), depths.length - 1);
  return at < 0 ? depths : depths.slice(at);
}

export class Depth {
  #buttons = new Map();
  #steps = new Map();

  // `chosen(depth)` hears of another depth, `goes(step)` of another step.
  constructor({ root, steps, shapes, depths, chosen, goes }) {
    this.root = root;
    this.steps = steps;
    root.hidden = depths.length < 2;
    const lay = (parent, key, said, tapped) => this.#lay(parent, { key, said, tapped, shapes });
    for (const depth of depths) {
      const button = lay(root, depth, word(`depth-${depth}`), chosen);
      button.dataset.close = ""; // back to the deal
      this.#buttons.set(depth, button);
    }
    for (const step of [HANDS, WON, PLAY]) this.#steps.set(step, lay(steps, step, word(`step-${step}`), goes));
  }

  #lay(parent, { key, said, tapped, shapes }) {
    const button = shape("choice", shapes);
    button.textContent = said;
    button.dataset.choice = key;
    button.addEventListener("click", () => tapped(key));
    parent.querySelector(".choices").append(button);
    return button;
  }

  show(depth, step) {
    for (const [key, button] of this.#buttons) button.setAttribute("aria-pressed", String(key === depth));
    const steps = STEPS[depth];
    this.steps.hidden = steps.length < 2;
    for (const [key, button] of this.#steps) {
      button.hidden = !steps.includes(key);
      button.setAttribute("aria-pressed", String(key === step));
    }
  }
}

export const firstStep = (depth, wholeHands) => STEPS[depth][wholeHands ? STEPS[depth].length - 1 : 0];
export const lastStep = (depth) => STEPS[depth][STEPS[depth].length - 1];
