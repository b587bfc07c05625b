// The table calls for the referee, and reads how far he is. A call is no item of the outbox: one that arrives an hour
// later is worth nothing, so whoever has no network is told to raise a hand.

import { newKey } from "./keys.js";
import { HELD } from "./lease.js";
import { facts, hour, part, sentences, word } from "./words.js";

export class Calls {
  #asked = null; // the call that is being made: sent again under the same key until an answer came
  #failed = "";
  #said = ""; // what the page filled in
  #shown = false; // whether a call is on the page

  constructor(root, exchange, round) {
    this.exchange = exchange;
    this.round = round;
    this.button = part(root, "call");
    this.sheet = document.getElementById("calls");
    for (const reason of this.sheet.querySelectorAll("[data-reason]")) {
      reason.addEventListener("click", () => this.#call(reason.dataset.reason));
    }
    part(this.sheet, "withdraw").addEventListener("click", () => this.#withdraw());
    this.sheet.addEventListener("close", () => (this.#failed = ""));
  }

  get open() {
    return this.exchange.pack.pack?.calls || [];
  }

  show() {
    const [call] = this.open;
    this.#closed(call);
    this.button.hidden = this.exchange.lease.state !== HELD;
    if (this.button.hidden && this.sheet.open) this.sheet.close();
    this.button.dataset.call = call?.state || "";
    const says = call ? word(`call-${call.state}`) : word("call");
    part(this.button, "call-text").textContent = says;
    document.getElementById("calls-title").textContent = says;
    part(this.sheet, "ask").hidden = Boolean(call);
    part(this.sheet, "under-way").hidden = !call;
    this.#say("failed", this.#failed);
    if (call) this.#underWay(call);
  }

  // Called from elsewhere on the page: the sheet shows what became of it. Where somebody has called already, one comes.
  // What is `said` with it may be changed while nobody has called, and takes the place of no words of the players.
  async call(reason, said = "") {
    this.sheet.showModal();
    if (this.open.length) return;
    const words = part(this.sheet, "words");
    if (!words.value || words.value === this.#said) words.value = said;
    this.#said = said;
    await this.#call(reason);
  }

  #underWay(call) {
    const { works, since } = this.exchange.connection;
    part(this.sheet, "state").textContent = call.text;
    part(this.sheet, "note").textContent = call.note;
    const about = facts(call.reason_text, call.words);
    part(this.sheet, "withdraw").hidden = call.by_phone;
    const by = call.by_phone ? "call-by-phone" : "call-about";
    part(this.sheet, "about").textContent = word(by, { about, time: hour(call.called_at) });
    this.#say("old", works ? "" : word("call-old", { time: hour(since) }));
  }

  // A call that is over leaves the deal on the page.
  #closed(call) {
    if (this.#shown && !call && this.sheet.open) this.sheet.close();
    this.#shown = Boolean(call);
  }

  #say(name, text) {
    part(this.sheet, name).hidden = !text;
    part(this.sheet, `${name}-text`).textContent = text;
  }

  async #call(reason) {
    if (this.busy) return;
    const words = part(this.sheet, "words");
    const deal = this.round.pack?.round ? this.round.deal?.uid || "" : "";
    const asked = { reason, words: words.value, deal };
    const again = Object.keys(asked).every((name) => this.#asked?.[name] === asked[name]);
    if (!again) this.#asked = { key: newKey(), ...asked };
    const called = await this.#ask("calls", this.#asked);
    if (called) {
      this.#asked = null;
      words.value = "";
    }
    this.exchange.changed();
  }

  async #withdraw() {
    const [call] = this.open;
    if (!call || this.busy) return;
    await this.#ask("calls/withdraw", { key: call.key });
    this.exchange.changed();
  }

  // Whether the server has answered as asked; if not, what the table can do instead.
  async #ask(path, content) {
    this.busy = true;
    const answer = await this.exchange.api.post(path, content);
    this.busy = false;
    this.exchange.connection.heard(answer);
    const done = answer.ours && answer.status === 200 && Array.isArray(answer.data.calls);
    if (done) this.exchange.pack.call(answer.data.calls);
    const said = answer.ours && answer.data?.text;
    this.#failed = done ? "" : sentences(said, word("call-failed"));
    this.exchange.ask();
    return done;
  }
}
