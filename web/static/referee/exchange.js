// The exchange between the page and the server: opens the table, fetches the round and sends the outbox, again and
// again. The answers are stored in the lease, the pack, the drafts and the outbox, from which the page is drawn.

import { Api } from "./api.js";
import { Connection } from "./connection.js";
import { Drafts } from "./draft.js";
import { Gone } from "./gone.js";
import { KeptRows } from "./kept_rows.js";
import { HELD, LOST, Lease, UNASKED } from "./lease.js";
import { Losses } from "./losses.js";
import { cameOf, Outbox, SHEET } from "./outbox.js";
import { noteCount } from "./outbox_counts.js";
import { Pack } from "./pack.js";
import { Restored } from "./restored.js";
import { word } from "./words.js";

const CALM = 12000;
const EAGER = 4000;
const AWAY = 60000;
const NO_LEASE = 401;
const CLEARED = 300; // ms in which a browser that clears the storage is through with it

// A settlement that came with an answer, or null where there was none.
export const settled = (data) => (data && Object.keys(data.scores || {}).length ? data : null);

export class Exchange {
  #asking = null;
  #again = false;

  // `texts` are those of this device, `changed()` hears that something is other than before, `opened()` that the
  // server has lent the table.
  constructor(code, root, texts, { changed, opened }) {
    this.code = code;
    this.changed = changed;
    this.opened = opened;
    this.storage = texts;
    this.drafts = new Drafts(texts);
    this.lease = new Lease(code, texts);
    this.pack = new Pack(code, texts);
    this.losses = new Losses(code, texts);
    this.api = new Api(root, () => this.lease.token, () => this.outbox?.items.length || 0);
    this.connection = new Connection(changed);
  }

  // Whether what is entered outlives the page.
  get lasting() {
    return this.storage.lasting && this.outbox.lasting;
  }

  async start() {
    const name = `huapai-outbox-${this.code}`;
    const told = (item, answer) => this.#told(item, answer);
    const heard = (answer) => this.connection.heard(answer);
    const changed = () => this.#shelfChanged();
    const keptRows = new KeptRows(name, this.storage, { lost: () => this.#cleared() });
    const outbox = new Outbox(keptRows, this.api, new BroadcastChannel(name), { told, heard, changed });
    await outbox.load();
    this.outbox = outbox;
    this.restored = new Restored(this.drafts, outbox);
    this.gone = new Gone(this.code, this.drafts, outbox);
    this.#missLost();
    this.#note();
    this.#wake();
  }

  // Other pages of the device say how much this one still holds.
  #shelfChanged() {
    if (!this.outbox) return;
    this.#note();
    this.changed();
  }

  #note() {
    noteCount(this.storage, this.code, this.outbox.items.length);
    this.losses.note(this.outbox.items);
  }

  // A sheet that the browser has lost is not on its way: its cards are still there, to be checked and sent again.
  #missLost() {
    for (const { key, deal } of this.losses.find(this.outbox.items, (key) => this.outbox.isGone(key))) {
      const { sheet, correction } = this.drafts.get(deal);
      if (sheet?.key === key && !sheet.acked) this.drafts.set(deal, { sheet: null });
      if (correction?.key === key && !correction.acked) this.drafts.set(deal, { correction: null });
    }
  }

  // The browser has closed the outbox, and perhaps cleared all that was kept: this page still knows it.
  #cleared() {
    clearTimeout(this.clearing);
    this.clearing = setTimeout(() => {
      this.storage.restore();
      this.outbox?.load();
    }, CLEARED);
  }

  // One conversation at a time; whoever asks meanwhile is answered by one more.
  ask() {
    if (this.#asking) this.#again = true;
    else this.#asking = this.#conversations().finally(() => (this.#asking = null));
    return this.#asking;
  }

  // Somebody has read what was lost.
  readLost() {
    this.losses.read();
    this.changed();
  }

  // Asks for the table anew, after it was refused, lost or given back.
  open() {
    this.lease.state = UNASKED;
    this.changed();
    return this.ask();
  }

  // Asks for a table that another device has, by the PIN of an official.
  async takeOver(pin) {
    const answer = this.#lent(await this.lease.takeOver(this.api, pin));
    this.connection.heard(answer);
    this.changed();
    this.ask();
    return answer;
  }

  // Sends what was just sealed, and sees what became of the deal.
  async deliver() {
    await this.outbox.flush();
    await this.ask();
  }

  // `outlook`: with what every seat can still come to, which takes the server a while.
  async preview(deal, report, outlook = false) {
    const answer = await this.api.post("preview", { deal, report, outlook });
    this.connection.heard(answer);
    return answer;
  }

  // Cards that somebody typed; `copies` is how often each is dealt.
  async read(text, copies) {
    const answer = await this.api.post("cards", { text, copies });
    this.connection.heard(answer);
    return answer;
  }

  async #conversations() {
    clearTimeout(this.timer);
    try {
      do {
        this.#again = false;
        await this.#converse();
      } while (this.#again);
    } finally {
      this.timer = setTimeout(() => this.ask(), this.#pause());
    }
  }

  async #converse() {
    this.storage.restore();
    if (this.lease.state === UNASKED) await this.#openAgain();
    if (this.lease.token) await this.outbox.flush();
    if (this.lease.state === HELD) await this.#fetch();
    else this.changed();
    if (this.lease.state === HELD) await this.#tellLost();
    if (this.lease.state === LOST) await this.outbox.forgetPins();
  }

  // A round that is as it was before changes nothing, and the page would go on as without a table.
  async #openAgain() {
    this.connection.heard(this.#lent(await this.lease.open(this.api)));
    this.changed();
  }

  #lent(answer) {
    if (answer.data?.token) this.opened();
    return answer;
  }

  async #fetch() {
    const token = this.lease.token;
    const { answer, fresh } = await this.pack.load(this.api);
    this.connection.heard(answer);
    if (answer.status === NO_LEASE) this.lease.rejected(token, answer.data || {});
    else if (answer.ours && answer.status < 400) this.lease.accepted(token);
    if (this.lease.state === HELD && this.lease.token !== token) this.#again = true;
    if (fresh) this.#sweep();
    if (answer.ours && answer.status < 400 && this.restored.lacks(this.pack.deals)) await this.#handInAgain();
    if (answer.ours && answer.status < 400 && this.pack.pack) await this.#lookForGone();
    if (fresh || answer.status === NO_LEASE) this.changed();
  }

  // The round is asked for once more: what arrived while the last one was on its way is not missing.
  async #handInAgain() {
    this.pack.etag = "";
    const { answer, fresh } = await this.pack.load(this.api);
    this.connection.heard(answer);
    if (!fresh) return;
    await this.restored.mend(this.pack.deals, (item) => this.#sendAgain(item));
    this.changed();
  }

  // What this device handed in of a round that the server never had.
  async #lookForGone() {
    const ask = async (deals) => {
      const answer = await this.api.post("unknown-deals", { deals: deals.join(",") });
      this.connection.heard(answer);
      return answer.ours && answer.status === 200 && Array.isArray(answer.data.unknown) ? answer.data.unknown : null;
    };
    await this.gone.look(this.pack.pack, ask, (item, draft) => this.#sendAgain(item, draft));
  }

  // `draft` is what this device notes of the deal once the server has the sheet.
  async #sendAgain(item, draft = {}) {
    const { key, digest, sealed } = item;
    const answer = await this.api.post(SHEET, { key, digest, sealed, again: true });
    this.connection.heard(answer);
    const came = cameOf(item, answer);
    if (!came) return came;
    // What was said of its confirmations was said because it was not there.
    this.drafts.set(item.deal, { ...draft, objection: null });
    this.#told({ ...item, kind: SHEET, seat: "", after: "" }, answer.data);
    return true;
  }

  async #tellLost() {
    const count = this.losses.lost?.items.length;
    const answer = count && (await this.losses.tell(this.api, word("lost-call", { count })));
    if (!answer) return;
    this.connection.heard(answer);
    if (Array.isArray(answer.data?.calls)) this.pack.call(answer.data.calls);
    this.changed();
  }

  #sweep() {
    const needed = this.outbox.items.map((item) => item.deal);
    this.drafts.sweep(needed, this.pack.deals.map(({ uid }) => uid));
  }

  #pause() {
    if (document.hidden) return AWAY;
    const called = this.pack.pack?.calls?.length;
    return this.connection.works && !this.outbox.waiting.length && !called ? CALM : EAGER;
  }

  // The network is back, or somebody looks again; another tab has written something.
  #wake() {
    addEventListener("online", () => this.ask());
    addEventListener("offline", () => this.ask());
    addEventListener("pageshow", (event) => event.persisted && this.ask());
    document.addEventListener("visibilitychange", () => document.hidden || this.ask());
    addEventListener("storage", ({ key }) => this.#elsewhere(key));
  }

  #elsewhere(name) {
    this.drafts.forget(name);
    this.pack.reread();
    this.lease.reread();
    this.changed();
  }

  // The server's word on something that was sealed here.
  #told(item, answer) {
    if (answer.kept) this.#objected(item, answer);
    else if (item.kind === SHEET) this.#sheetArrived(item, answer);
    else this.#confirmationArrived(item, answer);
  }

  // It has arrived and does not count: the server keeps it for the referee and says why.
  #objected({ key, deal, seat, after }, { code, text = "", problems = [] }) {
    const objection = { of: after || key, key, seat, code, text, problems, kept: true };
    const { correction, sheet } = this.drafts.get(deal);
    this.drafts.set(deal, { objection });
    const against = correction?.key === key && { ...correction, acked: true, refused: objection };
    if (against) this.drafts.set(deal, { correction: against });
    if (sheet?.key === key) this.drafts.set(deal, { sheet: { ...sheet, acked: true } });
  }

  #sheetArrived({ key, deal }, answer) {
    const { sheet, correction } = this.drafts.get(deal);
    if (correction?.key === key) this.drafts.set(deal, { correction: { ...correction, acked: true } });
    if (sheet?.key !== key) return;
    const { problems, confirmers, awaited, standing } = answer;
    const settlement = settled(answer) || sheet.settlement;
    this.drafts.set(deal, { sheet: { ...sheet, acked: true, standing, problems, confirmers, awaited, settlement } });
  }

  #confirmationArrived({ deal, after }, answer) {
    const { sheet } = this.drafts.get(deal);
    if (sheet?.key === after) {
      const settlement = settled(answer) || sheet.settlement;
      this.drafts.set(deal, { sheet: { ...sheet, settlement, awaited: answer.awaited } });
    }
    this.drafts.set(deal, { objection: null });
    if (answer.version) this.pack.settle(deal, answer);
  }
}
