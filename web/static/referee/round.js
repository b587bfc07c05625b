// The round as it stands at this table: which deal the page is at, how far each one is, who writes, what it comes to.
// Everything is worked out anew from the pack, the drafts and the outbox.

import { againstConfirming, dealState, FINISHED, mayConfirm, OPEN, REFUSED, refusalOf, RULING, SEALED, sheetOf, TO_ENTER } from "./deal_state.js";
import { settled } from "./exchange.js";

export class RoundHere {
  #settlements = new Map();
  #opened = false;

  constructor(exchange) {
    this.exchange = exchange;
    this.at = `huapai.at.${exchange.code}`;
    this.writes = `huapai.recorder.${exchange.code}`;
  }

  get pack() {
    return this.exchange.pack.pack;
  }

  // The deal that the page is at: it stays there until somebody goes on. A page that was just opened shows first
  // what a player objected to, then what waits to be confirmed, unless it is in the middle of another deal.
  get deal() {
    const { pack, storage } = this.exchange;
    const at = pack.deal(storage.getItem(this.at));
    if (!at) this.go(this.#pressing(pack.deals) || this.next(null) || pack.deals[0]);
    else if (!this.#opened && [OPEN, ...FINISHED].includes(this.stateOf(at))) this.go(this.#pressing(pack.deals) || at);
    this.#opened = true;
    return pack.deal(storage.getItem(this.at));
  }

  go({ uid }) {
    this.exchange.storage.setItem(this.at, uid);
  }

  // Who writes holds for the sitting: it is asked once, and again when the seats change.
  get recorder() {
    const [seated, seat] = (this.exchange.storage.getItem(this.writes) || "").split(" ");
    return seated && seated === this.seated ? seat : "";
  }

  set recorder(seat) {
    this.exchange.storage.setItem(this.writes, `${this.seated} ${seat}`);
  }

  // The name of who sits here now. Teams may change their seats within a round: then it is another sitting.
  get seated() {
    return this.pack?.place?.sitting || this.pack?.round?.uid;
  }

  seat(label) {
    return this.pack.seats.find((seat) => seat.label === label);
  }

  // The seats with the names of those who sat there in a deal: they may have been corrected for it.
  seatsOf({ sat = {} }) {
    return this.pack.seats.map((seat) => ({ ...seat, name: sat[seat.label] ?? seat.name }));
  }

  items(deal) {
    return this.exchange.outbox.of(deal.uid);
  }

  draft(deal) {
    return this.exchange.drafts.get(deal.uid);
  }

  sheet(deal) {
    return sheetOf(deal, this.draft(deal));
  }

  refusal(deal, sheet) {
    return refusalOf(sheet, this.items(deal), this.draft(deal));
  }

  // Why a confirmation did not count that can be given once more, null where there was none.
  unconfirmed(deal, sheet) {
    return againstConfirming(sheet, this.draft(deal));
  }

  // What this device sent to the referee against the result that stands, with its refusal if there was one.
  correction(deal) {
    const { correction } = this.draft(deal);
    if (correction?.seen !== deal.version) return null;
    const item = this.items(deal).find(({ key }) => key === correction.key);
    return { ...correction, refused: item?.refused || correction.refused || null };
  }

  // What this device would send another sheet instead of.
  before(deal) {
    return deal.state === "done" ? this.correction(deal) : this.sheet(deal);
  }

  // The sheet behind the result that stands: this device's own, else what the round says of it, null without cards.
  behind(deal) {
    if (this.isOwn(deal)) return this.draft(deal).sheet;
    return deal.facts ? { key: `${deal.uid} ${deal.version}`, report: deal.facts } : null;
  }

  // Whether the result that stands is what this device wrote.
  isOwn(deal) {
    return sameScores(this.draft(deal).sheet?.settlement?.scores, deal.scores);
  }

  // Whether the result that stands came from the server.
  isHeard(deal) {
    return deal.state === "done";
  }

  // The deals before one, as far as they are known here: what was written of each, null where that is not known or they
  // sat otherwise, and whether a game (局) began with it and `either` of what.
  history({ play_order: order }) {
    const before = this.exchange.pack.deals.filter((deal) => deal.play_order < order);
    return before.map((deal) => ({
      report: Object.keys(deal.sat || {}).length ? null : this.#written(deal),
      opens: deal.begins ? deal.begins.first_deal : deal.play_order === 1,
      either: deal.either,
    }));
  }

  #written(deal) {
    return (deal.state === "done" ? deal.facts || this.behind(deal)?.report : this.sheet(deal)?.report) || null;
  }

  // Whether another deal of the game (局) comes after one, as far as that is known: where games end by their rules the
  // deals come one by one.
  goesOn({ play_order: order, state }) {
    const next = this.exchange.pack.deals.find((deal) => deal.play_order > order);
    return next ? !next.begins?.first_deal : this.pack.event.open_ended && state !== "done";
  }

  stateOf(deal) {
    return dealState(deal, this.draft(deal), this.items(deal), this.pack);
  }

  // What is to be done next, looked for from the one after `deal` on: whoever is through with a deal confirms what
  // waits, then comes what has still to be entered, at last what somebody went past.
  next(deal) {
    const { deals } = this.exchange.pack;
    const from = deals.findIndex(({ uid }) => uid === deal?.uid) + 1;
    const others = [...deals.slice(from), ...deals.slice(0, from)].filter(({ uid }) => uid !== deal?.uid);
    const first = deal && this.isFinished(deal) ? this.#waiting(others) : null;
    const entered = others.find((other) => TO_ENTER.includes(this.stateOf(other)));
    return first || entered || this.#waiting(others) || others.find((other) => this.stateOf(other) === REFUSED);
  }

  isFinished(deal) {
    return FINISHED.includes(this.stateOf(deal));
  }

  get allFinished() {
    return this.exchange.pack.deals.every((deal) => this.isFinished(deal));
  }

  #pressing(deals) {
    const objected = (deal) => this.stateOf(deal) === RULING && this.sheet(deal).objected?.length;
    return deals.find(objected) || this.#waiting(deals);
  }

  // A deal that somebody at the table can confirm.
  #waiting(deals) {
    const waits = (deal) => mayConfirm(this.sheet(deal), this.pack, this.items(deal)).length > 0;
    return deals.find((deal) => this.stateOf(deal) === SEALED && waits(deal));
  }

  // The points of a deal: as the result that stands has them, else as they were shown. What is only previewed, and so
  // has no key yet, is to take the place of that result: it keeps its own points.
  settlement(deal, sheet) {
    if (sheet && !sheet.key) return sheet.settlement;
    const known = sheet?.settlement || this.#settlements.get(sheet?.key);
    if (!deal.scores) return known || this.#askSettlement(deal, sheet);
    const lines = known || this.#askSettlement(deal, sheet);
    return sameScores(lines?.scores, deal.scores) ? lines : { scores: deal.scores };
  }

  // A sheet that was sealed without a network, or by another device, is shown with its points as soon as it can be.
  #askSettlement(deal, sheet) {
    if (!sheet?.key || !sheet.report || !this.exchange.connection.works || this.#settlements.has(sheet.key)) return null;
    this.#settlements.set(sheet.key, null);
    this.exchange.preview(deal.uid, sheet.report).then(({ ours, data }) => {
      const found = ours ? settled(data) : null;
      if (!found) return this.#settlements.delete(sheet.key);
      this.#settlements.set(sheet.key, found);
      return this.exchange.changed();
    });
    return null;
  }
}

// Whether two answers give every seat the same points, in whatever order a database names the seats.
function sameScores(one, other) {
  if (!one || !other) return false;
  const seats = Object.keys(one);
  return seats.length === Object.keys(other).length && seats.every((seat) => one[seat] === other[seat]);
}
