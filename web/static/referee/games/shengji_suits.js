// A phone shows one suit of the deck, and each card once: all cards of two decks are more than a screen. It is the suit
// that was led, for every player anew, until a finger chooses another one. Wider windows show every copy of every card.

import { cardOf } from "../tiles.js";

const JOKERS = { B: "J", R: "J" };
const PHONE = "(max-width: 37.49rem)";

export class Suits {
  #phone = matchMedia(PHONE);

  constructor(root, deck) {
    this.deck = deck;
    this.buttons = [...root.querySelectorAll("[data-suit]")];
    for (const button of this.buttons) button.addEventListener("click", () => this.#choose(button.dataset.suit));
    this.#choose("S");
  }

  // Whether a card is shown once, so that each tap is one more of it.
  get areOnce() {
    return this.#phone.matches;
  }

  // `plays` is how many there are; `led` is the first letter of the card that was led, empty before a lead.
  show(plays, led) {
    if (led && plays !== this.plays) this.#choose(JOKERS[led] || led);
    this.plays = plays;
  }

  #choose(suit) {
    this.deck.dataset.shown = suit;
    for (const button of this.buttons) button.setAttribute("aria-pressed", String(button.dataset.suit === suit));
  }
}

// Of the copies of a card that are `left`, one more than is `put`, or none once it was all of them.
export function oneMore(tile, left, put) {
  const copies = left.filter((one) => cardOf(one) === cardOf(tile));
  const free = copies.find((one) => !put.includes(one));
  return free ? [...put, free] : put.filter((one) => !copies.includes(one));
}
