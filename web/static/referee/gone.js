// Sheets of deals that the server does not have at all: it runs on a copy of its data that was made before their round
// was drawn. Each stays on this device as a refused item, to be read and saved, until somebody puts it away. Where the
// round is drawn again with the same four at this table, it comes as a sheet of the deal with its number.

import { SHEET } from "./outbox.js";
import { sha256 } from "./sha256.js";
import { dealName, signed, word } from "./words.js";

const CODE = "deal_gone";

// The same name in every window, and not that of the sheet, which this device has seen off.
const nameOf = (key, end) => sha256(`${key} ${end}`).slice(0, 32);

// What tells a deal by when its round has been drawn once more, with what people call it.
export function placeOf(here, deal) {
  const { tournament, table, event, round } = here.pack;
  const players = here.seatsOf(deal).map(({ label: seat, seat_name, name, entry }) => ({ seat, seat_name, name, entry }));
  const label = { round: round.number, number: deal.board_no, deal: dealName(deal) };
  const numbers = { round: round.number, play_order: deal.play_order, seen: deal.version };
  return { tournament: tournament.uid, code: table.code, event: event.uid, ...numbers, players, label };
}

// The deal of the round now that is the same at the same table for the same players, null where there is none.
function sameDeal({ event, round, play_order, players }, { event: now, round: drawn, seats, deals }) {
  if (now?.uid !== event || drawn?.number !== round) return null;
  const sits = ({ seat, name, entry }) => seats.some((now) => now.label === seat && now.name === name && now.entry === entry);
  if (players.length !== seats.length || !players.every(sits)) return null;
  return deals.find((deal) => deal.play_order === play_order) || null;
}

// Nobody has entered, voided or decided anything of it.
const isUntouched = (deal) => deal.state === "open" && !deal.version && !deal.sheet && !deal.arrived?.length;

const textOf = (deal, seen, { recorder, report }) => JSON.stringify({ deal, seen, recorder, report });

export const isGone = ({ refused }) => refused?.code === CODE;

export class Gone {
  #asked = null; // the round at which the server was asked
  #gone = [];
  #refused = new Set();

  constructor(code, drafts, outbox) {
    this.code = code;
    this.drafts = drafts;
    this.outbox = outbox;
  }

  // Asks once a round by `ask(deals)`, which answers those that the server lacks, null where it says nothing. `send(item,
  // sheet)` answers whether the server has the sheet now.
  async look(pack, ask, send) {
    const held = this.#held(pack);
    if (this.#asked !== (pack.round?.uid || "")) {
      const gone = held.length ? await ask(held.map(({ uid }) => uid)) : [];
      if (!gone) return;
      this.#asked = pack.round?.uid || "";
      this.#gone = gone;
    }
    for (const draft of held.filter(({ uid }) => this.#gone.includes(uid))) await this.#mend(draft, pack, send);
    await this.#forget(pack.deals);
  }

  // What this device handed in at this table and the round does not name.
  #held({ tournament, deals }) {
    const others = this.drafts.held.filter((uid) => !deals.some((deal) => deal.uid === uid));
    const drafts = others.map((uid) => ({ uid, ...this.drafts.get(uid) }));
    const isHere = ({ sheet, place, came }) =>
      sheet?.acked && !came && place?.code === this.code && place.tournament === tournament.uid;
    return drafts.filter(isHere);
  }

  async #mend({ uid, sheet, place }, pack, send) {
    const kept = nameOf(sheet.key, "kept");
    const deal = sameDeal(place, pack);
    const isFree = deal && isUntouched(deal) && !this.drafts.get(deal.uid).sheet && !this.outbox.of(deal.uid).length;
    const came = isFree ? await this.#send(sheet, place, deal, send) : null;
    if (!came) return this.outbox.keep(this.#item(kept, uid, sheet, place));
    this.drafts.set(uid, { came: deal.uid });
    return this.outbox.discard(kept);
  }

  async #send(sheet, place, { uid, version }, send) {
    const key = nameOf(sheet.key, uid);
    if (this.#refused.has(key)) return null;
    const sealed = textOf(uid, version, sheet);
    const item = { key, digest: sha256(sealed), sealed, deal: uid };
    const { recorder, report, settlement } = sheet;
    const again = { recorder, report, settlement, key, digest: item.digest, corrects: [], acked: false, awaited: null };
    const came = await send(item, { sheet: again, place: { ...place, seen: version } });
    if (came === false) this.#refused.add(key);
    return came;
  }

  #item(key, deal, sheet, { seen, players, label }) {
    const sealed = textOf(deal, seen, sheet);
    const scores = sheet.settlement?.scores;
    const points = players.map(({ seat, seat_name, name }) => `${seat_name} ${name} ${signed(scores?.[seat] ?? 0)}`);
    const texts = [word("deal-gone"), ...(scores ? [points.join(word("list-comma"))] : [])];
    const problems = texts.map((text) => ({ code: CODE, text }));
    const refused = { code: CODE, text: texts[0], problems, kept: false };
    return { key, digest: sha256(sealed), sealed, kind: SHEET, deal, label, after: "", pin: "", seat: "", refused };
  }

  // A newer copy may have brought a deal back.
  async #forget(deals) {
    const here = this.outbox.items.filter((item) => isGone(item) && deals.some(({ uid }) => uid === item.deal));
    for (const { key } of here) await this.outbox.discard(key);
  }
}
