// A finger that taps twice means it once. When other buttons come to stand on the bar at the bottom, the bar takes no
// tap for a moment; the keyboard, which cannot miss, is heard at once.

const PAUSE = 700;

export class Taps {
  #bar = null;
  #shown = null;
  #timer = 0;

  constructor() {
    document.addEventListener("click", (event) => this.#hear(event), { capture: true });
  }

  // `view` has been drawn, `about` says what it is about.
  look(view, about) {
    const bar = view.querySelector(".action-bar");
    const buttons = [...view.querySelectorAll(".action-bar button")].filter((button) => !button.closest("[hidden]"));
    const shown = [about, ...buttons.map(({ dataset }) => dataset.act || dataset.seat)].join(" ");
    if (shown !== this.#shown && this.#shown !== null) this.#hold(bar);
    this.#shown = shown;
  }

  #hold(bar) {
    clearTimeout(this.#timer);
    this.#free();
    this.#bar = bar;
    bar?.setAttribute("aria-disabled", "true");
    this.#timer = setTimeout(() => this.#free(), PAUSE);
  }

  #free() {
    this.#bar?.removeAttribute("aria-disabled");
    this.#bar = null;
  }

  // A click without a count comes from the keyboard.
  #hear(event) {
    if (!event.detail || !this.#bar?.contains(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
