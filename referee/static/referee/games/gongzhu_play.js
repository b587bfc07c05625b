// Every play of a deal: a tap plays the card for the seat whose turn it is. Whatever was played can be written down;
// what the server finds against the rules is flagged in words.

import { Deck } from "../deck.js";
import { part, put, shape, text, word } from "../words.js";

export class Play {
  // `page`: reports, faces, names, labels, shapes; `step` takes changes of what is entered.
  constructor(root, page, step) {
    this.root = root;
    this.page = page;
    this.step = step;
    const tapped = (tile, event) => this.#play(tile, event);
    this.deck = new Deck(part(root, "hand"), { ...page, tiles: page.reports.deck, tapped });
  }

  // `course` is what the page sees by itself, `following` what the server says of the same report or null.
  show(entry, course, following) {
    this.entry = entry;
    this.course = course;
    this.following = following;
    this.dealt = this.page.reports.dealt(entry);
    this.whole = this.page.reports.isWhole(this.dealt);
    const played = new Set(entry.plays.map(([, card]) => card));
    this.deck.show((tile) => this.#look(tile, played), this.whole && this.turn !== null);
    part(this.root, "said").textContent = this.#says();
    part(this.root, "left").textContent = word("plays-left", { count: this.#left });
    put(part(this.root, "flags"), (following?.flags || []).map((flag) => this.#flag(flag)));
    put(part(this.root, "tricks"), course.tricks.map((trick, i) => this.#trick(trick, i)));
  }

  // Who plays next: whom a finger chose, whom the server names, or whoever follows by the order of the cards.
  get turn() {
    const { turn, plays } = this.entry;
    if (turn?.at === plays.length) return turn.seat;
    return this.following?.next || (this.#left ? this.course.next : null);
  }

  get #left() {
    return this.page.reports.deck.length - this.entry.plays.length;
  }

  // The plays that lie on the table: the trick that is being played, else the one before.
  get onTable() {
    const { trick, tricks } = this.course;
    return trick.length ? trick : tricks[tricks.length - 1]?.plays || [];
  }

  tiles(cards) {
    return this.deck.tiles(cards);
  }

  #look(tile, played) {
    if (played.has(tile)) return this.#holds(tile) ? "gone" : "away";
    if (!this.#holds(tile)) return "away";
    const legal = this.following?.next === this.turn ? this.following.legal : [];
    return legal.length && !legal.includes(tile) ? "faint" : "";
  }

  // Without whole hands anybody may hold any card.
  #holds(tile) {
    return !this.whole || this.turn === null || this.dealt[tile] === this.turn;
  }

  #play(tile, event) {
    if (event.detail > 1) return;
    const { plays } = this.entry;
    const seat = this.turn || (this.whole && !plays.length ? this.dealt[tile] : null);
    if (!seat) return;
    this.step({ plays: [...plays, [seat, tile]], turn: null }, this.deck.tiles([tile]));
  }

  #says() {
    const { tricks, trick } = this.course;
    if (this.turn === null) return this.#left ? word("who-leads") : word("all-played", { count: tricks.length });
    const seat = this.page.names.get(this.turn);
    const number = tricks.length + 1;
    if (trick.length || !tricks.length) return word("to-play", { number, seat });
    const winner = this.page.names.get(tricks[tricks.length - 1].winner);
    return word("to-lead", { number, seat, winner, last: tricks.length });
  }

  #flag({ play, text: said }) {
    const row = shape("flag", this.page.shapes);
    const number = Math.floor(play / this.page.labels.length) + 1;
    part(row, "flag-text").textContent = word("flagged", { number, text: said });
    return row;
  }

  // A tap on a trick goes back to it: everything from it on is taken away, and "undo" brings it back.
  #trick({ plays, winner }, index) {
    const row = shape("trick", this.page.shapes);
    const button = row.querySelector("button");
    part(row, "trick-number").textContent = index + 1;
    part(row, "trick-cards").replaceChildren(...plays.map(([seat, card]) => this.#played(seat, card, winner)));
    part(row, "trick-winner").textContent = this.page.names.get(winner);
    button.title = word("back-to", { number: index + 1 });
    button.dataset.trick = index + 1;
    button.addEventListener("click", () => {
      this.step({ plays: this.entry.plays.slice(0, index * this.page.labels.length), turn: null });
    });
    return row;
  }

  #played(seat, card, winner) {
    const one = shape("played", this.page.shapes);
    one.toggleAttribute("data-wins", seat === winner);
    one.append(text(this.page.names.get(seat)), this.page.faces.face(card));
    return one;
  }
}
