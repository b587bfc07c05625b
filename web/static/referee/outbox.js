// What this device still has to hand over: sheets and confirmations, each sealed as one text with its digest.
//
// An item leaves only on an answer that repeats its key and its digest: the server gives it to whatever it can read,
// and says what became of it. Nothing, a stranger's answer, a lost lease or a server in trouble leave it waiting. A
// refusal of ours that names a reason means that not even that was possible: the item stays as refused, can be read,
// carried away and sent once more, and holds up only what belongs to it.

import { now } from "./clock.js";
import { newKey } from "./keys.js";
import { sha256 } from "./sha256.js";

export const SHEET = "sheets";
export const CONFIRMATION = "confirmations";

// Refusals of the request, not of what was sent: it was altered on its way, or came too often or to a wrong address.
const LATER = ["digest_mismatch", "too_often", "not_found", "not_allowed", "method_not_offered", "format_not_offered"];
const NO_LEASE = 401;

// What an answer means for the item that was sent.
const DELIVERED = "delivered";
const REFUSED = "refused";
const NOT_NOW = "not_now";
const NOBODY = "nobody";

// What came of handing over an item once more: true where the server has it, false where it cannot even keep it, null
// where that is not known yet.
export function cameOf(item, answer) {
  const found = meaning(item, answer);
  return found === DELIVERED || (found === REFUSED ? false : null);
}

function meaning(item, answer) {
  if (answer.status >= 500) return NOT_NOW;
  if (!answer.reached || !answer.ours || answer.status === NO_LEASE) return NOBODY;
  const { key, digest, code } = answer.data || {};
  if (answer.status === 200 && key === item.key && digest === item.digest) return DELIVERED;
  if (answer.status < 400 || typeof code !== "string") return NOBODY;
  return LATER.includes(code) ? NOT_NOW : REFUSED;
}

const isAlike = (one, other) =>
  !one.refused && one.kind === other.kind && one.deal === other.deal && one.seat === other.seat;

export class Outbox {
  #sending = null;
  #again = false;
  #looked = "[[],[]]";

  // `told(item, answer)` hears of every item that was delivered, `heard(answer)` of every answer at all, `changed()`
  // whenever the items are others than before, by this tab or by another one on the same `channel`.
  constructor(keptRows, api, channel, { told, heard, changed }) {
    this.keptRows = keptRows;
    this.api = api;
    this.channel = channel;
    this.told = told;
    this.heard = heard;
    this.changed = changed;
    this.items = [];
    channel.onmessage = () => this.load();
  }

  get lasting() {
    return this.keptRows.lasting;
  }

  // The keys of the items that only this open page has.
  get unkept() {
    return this.keptRows.unkept;
  }

  // Whether an item was seen off, here or by another tab.
  isGone(key) {
    return this.keptRows.isGone(key);
  }

  get waiting() {
    return this.items.filter((item) => !item.refused);
  }

  of(deal) {
    return this.items.filter((item) => item.deal === deal);
  }

  async load() {
    const items = await this.keptRows.all();
    this.items = items.sort((a, b) => a.order - b.order);
    const looks = JSON.stringify([this.items, this.unkept]);
    if (looks === this.#looked) return;
    this.#looked = looks;
    this.changed();
  }

  // This tab has changed the kept rows: read them again, and tell the other tabs to do so.
  async #altered() {
    this.channel.postMessage("");
    await this.load();
  }

  // Seals `content` and keeps it before anything is sent. Answers null where another tab was faster with the same
  // for the same deal. `label` is what people call the deal; `after` is the key of the sheet that a confirmation
  // confirms, `instead` that of a sheet which may have arrived and is corrected by this one.
  async seal(kind, deal, content, { label = {}, after = "", instead = "", pin = "" } = {}) {
    await this.load();
    const sealed = JSON.stringify(content);
    const order = 1 + Math.max(0, ...this.items.map((item) => item.order));
    const made = { key: newKey(), digest: sha256(sealed), sealed, order, sealed_at: new Date(now()).toISOString() };
    const item = { ...made, kind, deal, label, after, pin, seat: content.seat || "", refused: null };
    const same = (other) => isAlike(other, item) && ![item.key, instead].includes(other.key);
    const kept = await this.keptRows.putUnless(item, (rows) => rows.some(same));
    await this.#altered();
    return kept ? item : null;
  }

  // Keeps as refused what was handed in and cannot come again as it is; once, and not after it was put away.
  async keep(refused) {
    if (this.isGone(refused.key) || this.items.some(({ key }) => key === refused.key)) return;
    const order = 1 + Math.max(0, ...this.items.map((item) => item.order));
    const item = { ...refused, order, sealed_at: new Date(now()).toISOString(), tried: true };
    await this.keptRows.putUnless(item, (rows) => rows.some(({ key }) => key === item.key));
    await this.#altered();
  }

  // Tries a refused item once more, perhaps with a server that can read it now.
  async retry(key) {
    const item = this.items.find((other) => other.key === key);
    if (!item?.refused) return;
    await this.#mark(item, { refused: null });
    await this.#altered();
    await this.flush();
  }

  // The table has dealt with a refused item: it has been written down elsewhere.
  async discard(key) {
    const item = this.items.find((other) => other.key === key);
    if (item?.refused) await this.#remove(key);
  }

  async #remove(key) {
    await this.keptRows.remove(key);
    await this.#altered();
  }

  // False where another tab has seen the item off meanwhile.
  #mark(item, marks) {
    const gone = (rows) => this.keptRows.isGone(item.key) && !rows.some((row) => row.key === item.key);
    return this.keptRows.putUnless({ ...item, ...marks }, gone);
  }

  // Sends what waits, in order; asked while it sends, it looks once more afterwards.
  flush() {
    if (this.#sending) this.#again = true;
    else this.#sending = this.#passes().finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #passes() {
    do {
      this.#again = false;
      await this.load();
      await this.#pass();
    } while (this.#again);
  }

  async #pass() {
    const held = new Set();
    for (const item of this.items) {
      if (item.refused || held.has(item.deal)) continue;
      if (this.items.some((other) => other.key === item.after)) continue;
      const found = await this.#send(item);
      if (found === NOBODY) return;
      if (found === NOT_NOW) held.add(item.deal);
    }
  }

  async #send(item) {
    if (!(await this.#mark(item, { tried: true }))) return DELIVERED;
    const { key, digest, sealed, pin } = item;
    const answer = await this.api.post(item.kind, { key, digest, sealed, ...(pin && { pin }) });
    this.heard(answer);
    const found = meaning(item, answer);
    if (found === DELIVERED) await this.#delivered(item, answer.data);
    if (found === REFUSED) await this.#refused(item, answer.data);
    return found;
  }

  async #delivered(item, data) {
    await this.told(item, data);
    await this.#remove(item.key);
  }

  // Whoever lost the table confirms nothing any more: PINs that still lie here are of no use, and are not kept.
  async forgetPins() {
    const bearing = this.items.filter((item) => item.pin);
    for (const item of bearing) await this.#mark(item, { pin: "" });
    if (bearing.length) await this.#altered();
  }

  async #refused(item, { code, text = "", problems = [], kept = false }) {
    await this.#mark(item, { tried: true, pin: "", refused: { code, text, problems, kept } });
    await this.#altered();
  }
}
