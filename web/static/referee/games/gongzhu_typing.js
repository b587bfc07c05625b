// Plays from the keyboard: "S2 K 5 9", one word for each play in the order in which they were made, with two decks
// "S44" for a pair. A rank without a suit is of the suit that was led. What is not understood stays in the field.

import { cardsOf, playedTiles } from "../course.js";
import { cardOf, freeTile } from "../tiles.js";
import { cardsOfWord, plainly } from "../typed_cards.js";
import { part, word } from "../words.js";

const MOST = 2;

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
    const words = plainly(this.field.value).split(/[\s,，、]+/).filter(Boolean);
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
    const { form } = this.field;
    if (form.hidden) form.closest("dialog").close(); // every card is played
    else this.field.focus();
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

// One or two cards of a word; the second is of the suit of the first where it says nothing else.
function cardsFrom(typed, led) {
  const cards = cardsOfWord(typed, led);
  return cards && cards.length <= MOST ? cards : null;
}
