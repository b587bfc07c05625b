// A phone shows one suit of the deck, and each card once: all cards of two decks are more than a screen. It is the suit
// that was led, for every player anew, until a finger chooses another one. Trump is a suit of its own, whatever is
// printed on its cards. Wider windows show every copy of every card.

import { cardOf } from "../tiles.js";
import { TRUMP } from "./shengji_trumps.js";

const PHONE = "(max-width: 37.49rem)";

export class Suits {
  #phone = matchMedia(PHONE);

  constructor(root, deck) {
    this.deck = deck;
    this.buttons = [...root.querySelectorAll("[data-suit]")];
    for (const button of this.buttons) button.addEventListener("click", () => this.#choose(button.dataset.suit));
    this.shown = "S";
  }

  // Whether a card is shown once, so that each tap is one more of it.
  get areOnce() {
    return this.#phone.matches;
  }

  // `plays` is how many there are; `led` is the suit that was led, empty before a lead; `suitOf(card)` is the suit of a
  // card; `trump` is the printed suit that is trump, whose cards are all among the trumps.
  show(plays, { led, suitOf, trump }) {
    this.suitOf = suitOf;
    for (const button of this.buttons) button.hidden = button.dataset.suit === trump;
    this.#choose(led && plays !== this.plays ? led : this.shown === trump ? TRUMP : this.shown);
    this.plays = plays;
  }

  #choose(suit) {
    this.shown = suit;
    for (const tile of this.deck.children) {
      tile.toggleAttribute("data-aside", this.suitOf(cardOf(tile.dataset.dealt)) !== suit);
    }
    for (const button of this.buttons) button.setAttribute("aria-pressed", String(button.dataset.suit === suit));
  }
}

// Of the copies of a card that are `left`, one more than is `put`, or none once it was all of them.
export function oneMore(tile, left, put) {
  const copies = left.filter((one) => cardOf(one) === cardOf(tile));
  const free = copies.find((one) => !put.includes(one));
  return free ? [...put, free] : put.filter((one) => !copies.includes(one));
}
