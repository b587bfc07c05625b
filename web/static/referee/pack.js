// The round as this table holds it: seats, deals, rules. The last one that came is kept, so that a reload without a
// network still knows who sits where.

import { playedIn } from "./clock.js";

export class Pack {
  #acts = 0; // how often an act of this device was answered with the calls: a round asked for before knows less

  constructor(code, storage) {
    this.name = `huapai.pack.${code}`;
    this.storage = storage;
    const { pack = null, etag = "" } = this.#kept();
    this.pack = pack;
    this.etag = etag;
  }

  get deals() {
    return this.pack?.deals || [];
  }

  deal(uid) {
    return this.deals.find((deal) => deal.uid === uid);
  }

  // The answer, and whether something new came with it.
  async load(api) {
    const acts = this.#acts;
    const answer = await api.get("round", this.etag);
    const fresh = answer.ours && answer.status === 200 && Array.isArray(answer.data.deals);
    if (fresh) await this.#take(api, answer, acts);
    return { answer, fresh };
  }

  // A round with its ranking, which the server works out apart. One that did not come is asked for with the next round.
  async #take(api, { data, etag }, acts) {
    const ranking = data.ranked ? await api.get("standing") : { data: { standing: [] } };
    const standing = ranking.data?.standing;
    const isNewer = acts === this.#acts;
    const calls = isNewer ? data.calls : this.pack.calls;
    this.#keep({ ...data, calls, standing: standing || [] }, standing && isNewer ? etag : "");
  }

  // What the answer to a confirmation says of a deal, until the next round that comes says it too: all of that is asked
  // for, because a server that forgot the confirmation would find nothing new.
  settle(uid, { version, scores }) {
    const deal = this.deal(uid);
    if (deal) Object.assign(deal, { state: "done", version, scores, sheet: null });
    this.etag = "";
  }

  // The calls for the referee that are open, as the server has just said.
  call(calls) {
    if (!this.pack) return;
    this.#acts += 1;
    this.pack.calls = calls;
    this.#keep(this.pack, this.etag);
  }

  reread() {
    const { pack = null, etag = "" } = this.#kept();
    if (pack) [this.pack, this.etag] = [pack, etag];
  }

  #keep(pack, etag) {
    [this.pack, this.etag] = [pack, etag];
    playedIn(pack.time_zone);
    this.storage.setItem(this.name, JSON.stringify({ pack, etag }));
  }

  #kept() {
    try {
      return JSON.parse(this.storage.getItem(this.name) || "{}");
    } catch (unreadable) {
      return {};
    }
  }
}
