// A table goes from one device to another: the PIN that does it, what the new device is told of the old one, and what
// the old one reads.

import { LOST, TAKEN } from "./lease.js";
import { fill, hour, part, sentences, word } from "./words.js";

const LATE = "lease_lost";
const OVER = "lease_over"; // another tournament plays at this place
const REASONS = { lease_taken_over: "lost-taken", lease_revoked: "lost-revoked" };

// What came too late is sent once more by whoever has the table again.
export const toTable = (problem) => (problem.code === LATE ? { ...problem, text: word("sent-late") } : problem);

export class TakeOver {
  #busy = false;

  constructor(root, exchange) {
    this.exchange = exchange;
    this.view = (name) => root.querySelector(`[data-view="${name}"]`);
    this.notice = part(root, "took-over");
    this.form = part(this.view("taken"), "pin-form");
    this.said = part(this.view("taken"), "pin-said");
    this.form.addEventListener("submit", (event) => this.#submit(event));
    part(this.notice, "took-read").addEventListener("click", () => this.#read());
  }

  show() {
    const { lease } = this.exchange;
    if (lease.state !== TAKEN) this.#say(this.form.pin.value = "");
    if (lease.state === LOST) this.#tellLost(this.view("lost"), lease.lost.code === OVER);
    this.#left(lease.state === TAKEN || lease.state === LOST ? null : lease.left);
    part(document, "mark").textContent = word("mark", { mark: lease.mark });
  }

  async #submit(event) {
    event.preventDefault();
    if (this.#busy) return;
    const pin = this.form.pin.value.replace(/\D/g, "");
    if (!pin) return this.form.pin.focus();
    this.#busy = true;
    this.#say(word("pin-asking"));
    const answer = await this.exchange.takeOver(pin);
    this.#busy = false;
    this.form.pin.value = "";
    const refusal = this.#answered(answer);
    this.#say(refusal, refusal !== "");
  }

  #say(text, isWrong = false) {
    this.said.textContent = text;
    this.said.className = isWrong ? "field-error" : "strong";
  }

  #answered({ ours, status, data }) {
    if (ours && status === 201) return "";
    if (!ours || !data?.text) return word("pin-unheard");
    const others = (data.problems || []).filter(({ code }) => code !== data.code);
    return sentences(data.text, ...others.map(({ text }) => text));
  }

  // What the device before left undone.
  #left(left) {
    this.notice.hidden = !left;
    if (!left) return;
    const { heard_at, waiting, missing, not_counted: unsound = [] } = left;
    const time = heard_at && hour(heard_at);
    const said = (name, deals) => deals.length && word(name, { numbers: deals.join(word("list-comma")) });
    part(this.notice, "took-unsound").hidden = !unsound.length;
    fill(this.notice, {
      "took-waiting": word(`took-${kind(left)}`, { time, count: waiting }),
      "took-missing": said("took-missing", missing) || (unsound.length ? "" : word("took-complete")),
      "took-unsound": said("took-unsound", unsound) || "",
    });
  }

  #read() {
    this.exchange.lease.read();
    this.show();
  }

  #tellLost(view, isOver) {
    fill(view, this.#lost(isOver));
    part(view, "entered").hidden = isOver && !this.exchange.outbox.items.length;
  }

  #lost(isOver) {
    const { lease, outbox } = this.exchange;
    const { code, released_at } = lease.lost;
    const time = released_at ? hour(released_at) : "";
    const count = outbox.items.length;
    const sent = isOver ? "" : word("lost-sent");
    return {
      "lost-title": word(isOver ? "over-title" : "lost-title"),
      "open-again": word(isOver ? "open-today" : "open-again"),
      why: time && !isOver ? word(REASONS[code] || "lost-released", { time }) : "",
      waits: count ? word("lost-waiting", { count }) : sent,
    };
  }
}

function kind({ heard_at, waiting }) {
  if (!heard_at) return "unheard";
  if (waiting === null) return "unsaid";
  return waiting ? "waiting" : "nothing";
}
