// Plays from the keyboard: "S2 K 5 9", one word for each play in the order in which they were made, with two decks
// "S44" for a pair. A rank without a suit is of the suit that was led. What is not understood stays in the field.

import { cardsOf, playedTiles } from "../course.js";
import { cardOf, freeTile } from "../tiles.js";
import { part, word } from "../words.js";

const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const CARD = /^([SHDC])?(10|[2-9TJQKA])/;
const MOST = 2;
const NOTHING = /[\s,、;:.。\-—–\ufe0e\ufe0f]/;
const PART = /^(?:([SHDC])|(10|[2-9TJQKA]))/;

export class Typing {
  // `play` is the step of the plays: whose turn it is, and where they go.
  constructor(root, { page, play }) {
    this.page = page;
    this.play = play;
    this.field = part(root, "typed-plays");
    this.heard = part(root, "heard-plays");
    root.addEventListener("submit", (event) => this.#type(event));
  }

  #type(event) {
    event.preventDefault();
    const words = this.field.value.toUpperCase().split(/[\s,]+/).filter(Boolean);
    let { plays } = this.play.entry;
    let fault = "";
    while (words.length && !fault) {
      const [play, wrong] = this.#read(words[0], plays);
      fault = wrong;
      if (play) {
        plays = [...plays, play];
        words.shift();
      }
    }
    this.field.value = words.join(" ");
    this.heard.textContent = fault;
    if (plays !== this.play.entry.plays) this.play.plays(plays);
    this.field.focus();
  }

  // The play that a word means, or what is wrong with it.
  #read(typed, plays) {
    const { trick, next } = this.play.courseOf(plays);
    const led = trick.length ? cardsOf(trick[0]) : null;
    const cards = cardsFrom(typed, led?.[0][0]);
    const few = this.play.twice ? led?.length || cards?.length : 1;
    if (!cards || cards.length !== few) return [null, word("play-not-read", { typed })];
    const seat = this.#turn(plays, next) || this.#holder(cards);
    if (!seat) return [null, word("who-leads")];
    if (!this.#has(seat, cards, plays)) return [null, word("play-not-held", { typed, seat: this.page.names.get(seat) })];
    return [[seat, this.play.twice ? cards : cards[0]], ""];
  }

  // The page's own turn holds for the first word.
  #turn(plays, next) {
    return plays === this.play.entry.plays ? this.play.turn : next;
  }

  // Who leads the first trick, where only one hand has the card.
  #holder(cards) {
    const { dealt, whole } = this.play;
    const tiles = this.page.reports.deck.filter((tile) => cards.includes(cardOf(tile)));
    const seats = new Set(whole ? tiles.map((tile) => dealt[tile]) : []);
    return seats.size === 1 ? [...seats][0] : null;
  }

  #has(seat, cards, plays) {
    const { deck } = this.page.reports;
    const { dealt, whole } = this.play;
    const gone = { ...playedTiles(plays, deck, dealt) };
    const hand = deck.filter((tile) => !whole || dealt[tile] === seat);
    return cards.every((card) => {
      const tile = freeTile(hand, gone, card);
      const free = hand.includes(tile) && !(tile in gone);
      gone[tile] = seat;
      return free;
    });
  }
}

// The cards of a hand as somebody typed it, for when the server cannot be asked; null where anything is unclear.
export function handFrom(typed, copies) {
  const signs = [...typed.normalize("NFKC").toUpperCase()].filter((sign) => !NOTHING.test(sign));
  let rest = signs.map((sign) => SUITS[sign] || sign).join("");
  let suit = null;
  const cards = [];
  while (rest) {
    const found = PART.exec(rest);
    suit = found?.[1] || suit;
    if (!found || !suit) return null;
    if (found[2]) cards.push(suit + found[2].replace("T", "10"));
    rest = rest.slice(found[0].length);
  }
  return cards.some((card) => cards.filter((other) => other === card).length > copies) ? null : cards;
}

// One or two cards of a word; the second is of the suit of the first where it says nothing else.
function cardsFrom(typed, led) {
  let rest = [...typed].map((sign) => SUITS[sign] || sign).join("");
  let suit = led;
  const cards = [];
  while (rest && cards.length < MOST) {
    const found = CARD.exec(rest);
    suit = found?.[1] || suit;
    if (!found || !suit) return null;
    cards.push(suit + found[2].replace("T", "10"));
    rest = rest.slice(found[0].length);
  }
  return rest || !cards.length ? null : cards;
}
