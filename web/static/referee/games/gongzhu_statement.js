// The time in which whoever has declared a claim says what is claimed. It is counted by the device's own clock from the
// hour that the entry holds, so that it goes on without a network and over a reload. Nothing is withdrawn by itself:
// when it is over, the table withdraws the claim or calls the referee.

import { part, word } from "../words.js";

const TICK = 250;

export class Statement {
  #timer = null;

  // `root` has the time and the two buttons, `line` stands on the page of the deal; `seconds` by the event.
  constructor({ root, line, seconds, withdraw, call }) {
    Object.assign(this, { root, line, seconds });
    part(root, "over-withdraw").addEventListener("click", withdraw);
    part(root, "over-call").addEventListener("click", () => call(this.#says()));
  }

  show(claim) {
    this.claim = claim;
    clearInterval(this.#timer);
    const counts = Boolean(claim?.declared && this.seconds);
    this.root.hidden = !counts;
    this.line.hidden = !counts || Boolean(claim.stated);
    if (!counts) return;
    this.#tick();
    if (!claim.stated) this.#timer = setInterval(() => this.#tick(), TICK);
  }

  // How long it took, or has taken; a clock that was set back counts from now.
  get #taken() {
    const { declared, stated } = this.claim;
    return Math.max(0, Math.floor(((stated || Date.now()) - declared) / 1000));
  }

  #tick() {
    const isOver = this.#taken >= this.seconds;
    const isOpen = !this.claim.stated;
    if (isOver && isOpen && !this.root.hasAttribute("data-over")) navigator.vibrate?.(200);
    this.root.toggleAttribute("data-over", isOver);
    this.root.toggleAttribute("data-stated", !isOpen);
    say(part(this.root, "statement-left"), this.#says());
    say(part(this.root, "statement-over"), isOver && isOpen ? this.#says() : "");
    say(this.line, this.#says());
    // Nobody waits here any more: the entry was closed, or another deal is shown.
    if (!this.root.isConnected) clearInterval(this.#timer);
  }

  #says() {
    const { seconds } = this;
    const isLate = this.#taken >= seconds;
    if (this.claim.stated && !this.#taken) return word("claim-stated-at-once");
    if (this.claim.stated) return word(isLate ? "claim-stated-late" : "claim-stated", { taken: this.#taken, seconds });
    return isLate ? word("claim-unstated", { seconds }) : word("claim-to-state", { left: seconds - this.#taken });
  }
}

function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
