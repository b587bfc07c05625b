// A pad on which a player taps the PIN of the name slip. What is tapped is shown as dots, and the pad forgets it when
// it closes. It then lies beside its confirmation in the outbox of this device, readable to whoever can read the
// browser's store, until the server has heard it, it is refused, or the table is lost.

import { fill, part, word } from "./words.js";

const DIGITS = 6;

export class PinPad {
  #typed = "";
  #answer = null;

  constructor() {
    this.root = document.getElementById("pin");
    for (const key of this.root.querySelectorAll("[data-digit]")) {
      key.addEventListener("click", () => this.#type(key.dataset.digit));
    }
    part(this.root, "erase").addEventListener("click", () => this.#erase());
    part(this.root, "done").addEventListener("click", () => this.#done());
    this.root.addEventListener("keydown", (event) => this.#key(event));
    this.root.addEventListener("close", () => this.#closed());
  }

  // Answers the digits, null where the pad was closed without them.
  ask({ seat_name: seat, name }) {
    fill(this.root, { title: word("pin-of", { seat, name }) });
    this.#typed = "";
    this.#show();
    this.root.showModal();
    return new Promise((answer) => (this.#answer = answer));
  }

  #type(digit) {
    this.#typed = (this.#typed + digit).slice(0, DIGITS);
    this.#show();
  }

  #erase() {
    this.#typed = this.#typed.slice(0, -1);
    this.#show();
  }

  #key(event) {
    if (/^[0-9]$/.test(event.key)) this.#type(event.key);
    else if (event.key === "Backspace") this.#erase();
    else if (event.key === "Enter" && this.#typed.length === DIGITS) this.#done();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #done() {
    if (this.#typed.length === DIGITS) this.root.close("done");
  }

  #closed() {
    const typed = this.root.returnValue === "done" ? this.#typed : null;
    this.root.returnValue = "";
    this.#typed = "";
    this.#answer?.(typed);
    this.#answer = null;
  }

  #show() {
    const { length } = this.#typed;
    [...part(this.root, "dots").children].forEach((dot, i) => dot.toggleAttribute("data-typed", i < length));
    part(this.root, "said").textContent = word("pin-typed", { count: length });
    part(this.root, "done").disabled = length < DIGITS;
  }
}
