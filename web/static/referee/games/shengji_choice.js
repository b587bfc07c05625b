// One of several answers, all in sight. A second tap changes nothing, because fingers tap twice; only an answer that
// may be left out is taken back by it.

export class Choice {
  #buttons = new Map();

  // `chosen(key)` hears of a tap, null where it takes back what was chosen.
  constructor(root, chosen, { optional = false } = {}) {
    this.root = root;
    this.chosen = chosen;
    this.optional = optional;
  }

  // Another answer: its button, which is put among the others where it does not stand on the page yet.
  take(key, button) {
    button.dataset.key = key;
    button.addEventListener("click", () => this.#tap(key));
    this.#buttons.set(key, button);
    if (!button.parentElement) this.root.append(button);
    return button;
  }

  #tap(key) {
    if (this.key !== key) this.chosen(key);
    else if (this.optional) this.chosen(null);
  }

  show(key) {
    this.key = key;
    for (const [name, button] of this.#buttons) button.setAttribute("aria-pressed", String(name === key));
  }

  get buttons() {
    return [...this.#buttons.values()];
  }
}
