// What is entered of a deal and the report of it, each made from the other. Nothing here looks at the page.

import { cardOf, givenBy, pilesOf } from "../tiles.js";
import { CAPTURES, HANDS, TRICKS } from "./gongzhu_depth.js";
import { sharesOut } from "./gongzhu_won.js";

// `blank` with `tiles` for its cards and `deckTiles` for its deck.
export class Reports {
  constructor({ seats, blank, tiles, deckTiles, least }) {
    this.labels = seats.map((seat) => seat.label);
    this.blank = blank;
    this.tiles = tiles;
    this.deck = deckTiles;
    this.least = least;
  }

  empty(depth) {
    const [seat] = this.labels;
    return { seat, depth, won: {}, exposed: {}, dealt: {}, hands: {}, plays: [], turn: null, claim: null };
  }

  // Who was dealt each card, with the last hand where the others tell it.
  dealt({ hands }) {
    const count = (label) => Object.values(hands).filter((seat) => seat === label).length;
    const open = this.labels.filter((label) => count(label) < this.blank.hand_size);
    const rest = this.deck.filter((tile) => !(tile in hands));
    if (open.length !== 1 || count(open[0]) + rest.length !== this.blank.hand_size) return hands;
    return { ...hands, ...Object.fromEntries(rest.map((tile) => [tile, open[0]])) };
  }

  isWhole(dealt) {
    return this.deck.length > 0 && this.deck.every((tile) => tile in dealt);
  }

  // The facts as the game reads them; nothing that was entered at this depth is left out.
  of(entry, { opens, tricks }) {
    const exposed = Object.entries(entry.exposed).map(([card, { seat, kind }]) => ({ seat, card, kind }));
    const claim = entry.claim ? { claim: this.#claim(entry, tricks) } : {};
    if (entry.depth === TRICKS) return { ...this.#hands(entry), ...this.#plays(entry, opens), exposed, ...claim };
    const won = pilesOf(this.tiles, entry.won, this.labels);
    if (entry.depth === HANDS) return { won, exposed, ...this.#hands(entry), ...claim };
    const owners = this.blank.owners.length ? { dealt: entry.dealt } : {};
    return { won, exposed, ...owners, ...claim };
  }

  #hands(entry) {
    const piles = pilesOf(this.deck, this.dealt(entry), this.labels);
    const known = Object.entries(piles).filter(([, cards]) => cards.length);
    return known.length ? { hands: Object.fromEntries(known) } : {};
  }

  #plays({ plays, turn }, opens) {
    const leader = plays.length ? plays[0][0] : turn?.seat;
    return { plays, first_deal: opens, ...(leader ? { leader } : {}) };
  }

  #claim({ depth, claim, won }, tricks) {
    const { seat, kind, accepted, contested, allocation } = claim;
    const after = depth === TRICKS ? tricks : claim.after_trick;
    const shared = Object.entries(sharesOut(claim) ? allocation : {});
    const out = Object.fromEntries(shared.filter(([tile]) => !(tile in won) || depth === TRICKS));
    const said = { seat, after_trick: after, kind, accepted, contested };
    return { ...said, allocation: pilesOf(this.tiles, out, this.labels) };
  }

  // The entry that would make a report, for a sheet that another device wrote.
  from(report) {
    const entry = { ...this.empty(this.#depthOf(report)), won: givenBy(this.tiles, report.won) };
    for (const { seat, card, kind } of report.exposed || []) entry.exposed[card] = { kind, seat };
    const { hands, plays = [], claim } = report;
    const dealt = { ...report.dealt };
    return { ...entry, dealt, plays: plays || [], hands: givenBy(this.deck, hands), claim: this.#claimed(claim) };
  }

  #claimed(claim) {
    return claim ? { ...claim, allocation: givenBy(this.tiles, claim.allocation) } : null;
  }

  #depthOf({ plays, hands }) {
    if (plays) return TRICKS;
    return hands ? HANDS : this.least || CAPTURES;
  }
}

// The seat of each card, for whoever knows cards and no tiles.
export const seatOf = (given, card) => Object.entries(given).find(([tile]) => cardOf(tile) === card)?.[1] || null;
