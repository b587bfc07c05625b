// What is entered of a deal and the report of it, each made from the other. Nothing here looks at the page.

import { cardsOf, playedTiles } from "../course.js";
import { cardOf, freeTile, givenBy, pilesOf } from "../tiles.js";
import { CAPTURES, HANDS, TRICKS } from "./gongzhu_depth.js";
import { sharesOut } from "./gongzhu_won.js";

// The marks of an exposure that came too late, and that the referee allowed it; one in time bears none.
export const markOf = (late, allowed) => (late ? { late: true, ...(allowed ? { allowed: true } : {}) } : {});

// Who was dealt which card, by all that a report says of it.
export function ownersOf({ exposed, dealt, hands, plays }) {
  const played = (plays || []).flatMap((play) => cardsOf(play).map((card) => [card, play[0]]));
  const held = Object.entries(hands || {}).flatMap(([seat, cards]) => cards.map((card) => [card, seat]));
  const shown = (exposed || []).map(({ card, seat }) => [card, seat]);
  return { ...Object.fromEntries([...played, ...shown, ...held]), ...dealt };
}

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
    const given = { won: {}, exposed: {}, dealt: {}, hands: {}, first: null };
    return { seat, depth, ...given, plays: [], turn: null, put: null, claim: null };
  }

  // Who was dealt each card, with the last hand where the others tell it.
  dealt({ hands }) {
    const count = (label) => Object.values(hands).filter((seat) => seat === label).length;
    const open = this.labels.filter((label) => count(label) < this.blank.hand_size);
    const rest = this.deck.filter((tile) => !(tile in hands));
    if (open.length !== 1 || count(open[0]) + rest.length !== this.blank.hand_size) return hands;
    return { ...hands, ...Object.fromEntries(rest.map((tile) => [tile, open[0]])) };
  }

  // Who was dealt each card, as far as the hands tell it or else the plays: who played a card was dealt it.
  held(entry) {
    const dealt = this.dealt(entry);
    return entry.depth === TRICKS ? { ...playedTiles(entry.plays, this.deck, dealt), ...dealt } : dealt;
  }

  isWhole(dealt) {
    return this.deck.length > 0 && this.deck.every((tile) => tile in dealt);
  }

  // The facts as the game reads them; nothing that was entered at this depth is left out.
  of(entry, { opens, tricks }) {
    const shown = Object.entries(entry.exposed);
    const exposed = shown.map(([tile, { seat, kind, late, allowed }]) => ({
      seat,
      card: cardOf(tile),
      kind,
      ...markOf(late, allowed),
    }));
    const claim = entry.claim ? { claim: this.#claim(entry, tricks) } : {};
    const said = { exposed, ...this.#owners(entry), ...claim };
    if (entry.depth === TRICKS) return { ...this.#hands(entry), ...this.#plays(entry, opens), ...said };
    const won = { won: pilesOf(this.tiles, entry.won, this.labels), ...this.#first(entry) };
    return entry.depth === HANDS ? { ...won, ...this.#hands(entry), ...said } : { ...won, ...said };
  }

  // What was answered of cards that neither hands nor plays tell.
  #owners(entry) {
    if (entry.depth === CAPTURES) return this.blank.owners.length ? { dealt: entry.dealt } : {};
    const held = this.held(entry);
    const said = Object.entries(entry.dealt).filter(([card]) => this.blank.owners.includes(card) && !(card in held));
    return said.length ? { dealt: Object.fromEntries(said) } : {};
  }

  // The seats of which one won a card before another did: of them it is asked who was the first.
  seatsOfFirst({ won, claim }) {
    const copies = this.tiles.filter((tile) => this.blank.first_won.includes(cardOf(tile)));
    const played = copies.some((tile) => tile in won);
    const given = played || !sharesOut(claim) ? won : claim.allocation;
    return this.labels.filter((seat) => copies.some((tile) => given[tile] === seat));
  }

  // What a claim gave came after what was won before.
  #first(entry) {
    const seats = this.seatsOfFirst(entry);
    const first = seats.length === 1 && entry.claim ? seats[0] : entry.first;
    return (seats.length > 1 || entry.claim) && seats.includes(first) ? { first_pig: first } : {};
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
    const { seat, kind, accepted, contested, objecting = [], allocation } = claim;
    const after = depth === TRICKS ? tricks : claim.after_trick;
    const shared = Object.entries(sharesOut(claim) ? allocation : {});
    const out = Object.fromEntries(shared.filter(([tile]) => !(tile in won) || depth === TRICKS));
    const said = { seat, after_trick: after, kind, accepted, contested, ...(objecting.length ? { objecting } : {}) };
    return { ...said, allocation: pilesOf(this.tiles, out, this.labels) };
  }

  // The entry that would make a report, for a sheet that another device wrote.
  from(report) {
    const { hands, plays, claim } = report;
    const entry = { ...this.empty(this.#depthOf(report)), plays: plays || [], hands: givenBy(this.deck, hands) };
    const exposed = this.#exposed(report.exposed || [], this.dealt(entry));
    const given = { won: givenBy(this.tiles, report.won), dealt: { ...report.dealt }, first: report.first_pig || null };
    return { ...entry, ...given, exposed, claim: this.#claimed(claim) };
  }

  // Of two copies the one that the seat was dealt.
  #exposed(shown, dealt) {
    const exposed = {};
    for (const { seat, card, kind, late, allowed } of shown) {
      const own = this.tiles.filter((tile) => dealt[tile] === seat);
      const tile = freeTile(own, exposed, card);
      const isOwn = own.includes(tile) && !(tile in exposed);
      exposed[isOwn ? tile : freeTile(this.tiles, exposed, card)] = { kind, seat, ...markOf(late, allowed) };
    }
    return exposed;
  }

  #claimed(claim) {
    return claim ? { ...claim, allocation: givenBy(this.tiles, claim.allocation) } : null;
  }

  #depthOf({ plays, hands }) {
    if (plays) return TRICKS;
    return hands ? HANDS : this.least || CAPTURES;
  }
}
