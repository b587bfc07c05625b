// A phone shows one suit of a deck: all cards are more than a screen. It is the suit that was led, for every player
// anew, until a finger chooses another one. Wider windows show every card.

import { cardOf } from "./tiles.js";

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
  // card; `trump` is the printed suit that is trump, whose cards are all in the suit `instead`.
  show(plays, { led, suitOf, trump, instead }) {
    this.suitOf = suitOf;
    for (const button of this.buttons) button.hidden = button.dataset.suit === trump;
    this.#choose(led && plays !== this.plays ? led : this.shown === trump ? instead : this.shown);
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
