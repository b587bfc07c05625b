// Every play of a deal: a tap plays the card for the seat whose turn it is. With two decks a play may be of two cards,
// and then two taps make it. Whatever was played can be written down; what the server finds against the rules is
// flagged in words.

import { cardsIn, cardsOf, courseOf, playedTiles } from "../course.js";
import { Deck } from "../deck.js";
import { Suits } from "../suits.js";
import { cardOf } from "../tiles.js";
import { part, put, shape, text, word } from "../words.js";
import { Typing } from "./gongzhu_typing.js";

export class Play {
  // `page`: reports, faces, names, labels, shapes, order; `step` takes changes of what is entered.
  constructor(root, page, step) {
    this.root = root;
    this.page = page;
    this.step = step;
    this.twice = page.blank.deck.length > new Set(page.blank.deck).size; // two decks
    const tapped = (tile, event) => this.#tap(tile, event);
    this.deck = new Deck(part(root, "hand"), { ...page, tiles: page.reports.deck, tapped });
    this.suits = new Suits(part(root, "suits"), part(root, "hand"));
    this.typing = new Typing(part(root, "type-plays"), { page, play: this });
    part(root, "pair").hidden = !this.twice;
    part(root, "single").addEventListener("click", () => this.#lay(this.put));
  }

  // `course` is what the page sees by itself, `following` what the server says of the same report or null.
  // `leads` is who leads by the deals before, where they tell it.
  show(entry, course, following, leads = null) {
    this.leads = leads;
    this.entry = entry;
    this.course = course;
    this.following = following;
    this.dealt = this.page.reports.dealt(entry);
    this.whole = this.page.reports.isWhole(this.dealt);
    this.played = playedTiles(entry.plays, this.page.reports.deck, this.dealt);
    this.#showDeck(course.trick);
    // After the last card there is nothing to tap or to type.
    for (const name of ["hand", "type-plays"]) part(this.root, name).hidden = !this.#left;
    part(this.root, "said").textContent = this.#says();
    part(this.root, "left").textContent = word("plays-left", { count: this.#left });
    this.#showPair();
    put(part(this.root, "flags"), (following?.flags || []).map((flag) => this.#flag(flag)));
    put(part(this.root, "tricks"), course.tricks.map((trick, i) => this.#trick(trick, i)));
  }

  // The hand of whoever plays next; without whole hands every card, of which a phone shows one suit.
  #showDeck([lead]) {
    const isHand = this.whole && this.turn !== null;
    const led = lead ? cardsOf(lead)[0][0] : "";
    this.deck.show((tile) => this.#look(tile), isHand, { led });
    this.suits.show(this.entry.plays.length, { led, suitOf: (card) => card[0] });
    part(this.root, "suits").hidden = isHand || !this.#left;
  }

  // Who plays next: whom a finger chose, whom the server names, or whoever follows by the order of the cards.
  get turn() {
    const { turn, plays } = this.entry;
    if (turn?.at === plays.length) return turn.seat;
    return this.following?.next || (plays.length ? this.#left && this.course.next : this.leads) || null;
  }

  // The card that lies on the table and waits for its other.
  get put() {
    const { put: laid, plays } = this.entry;
    return laid?.at === plays.length ? laid.tiles : [];
  }

  get #left() {
    return this.page.reports.deck.length - cardsIn(this.entry.plays).length;
  }

  cardsLeft(plays) {
    return this.page.reports.deck.length - cardsIn(plays).length;
  }

  // What a seat put down in the trick that is being played, else in the one before.
  down(seat) {
    if (seat === this.turn && this.put.length) return this.put.map(cardOf);
    const { trick, tricks } = this.course;
    const plays = trick.length || this.put.length ? trick : tricks[tricks.length - 1]?.plays || [];
    const play = plays.find(([one]) => one === seat);
    return play ? cardsOf(play) : [];
  }

  tiles(cards) {
    return this.deck.tiles(cards);
  }

  #look(tile) {
    if (tile in this.played) return this.#holds(tile) ? "gone" : "away";
    if (!this.#holds(tile)) return "away";
    if (this.put.includes(tile)) return "mine";
    const legal = this.following?.next === this.turn ? this.following.legal : [];
    return legal.length && !this.#isLegal(tile, legal) ? "faint" : "";
  }

  // Whether a play that may be made has the card beside what is on the table already.
  #isLegal(tile, legal) {
    const laid = [...this.put, tile].map(cardOf);
    const count = (cards, card) => cards.filter((other) => other === card).length;
    return legal.some((play) => laid.every((card) => count([play].flat(), card) >= count(laid, card)));
  }

  // Without whole hands anybody may hold any card.
  #holds(tile) {
    return !this.whole || this.turn === null || this.dealt[tile] === this.turn;
  }

  // How many cards the next play is of, 0 where a pair may be led or one card of it.
  #wants(tile) {
    const [led] = this.course.trick;
    if (!this.twice) return 1;
    if (led) return cardsOf(led).length;
    const holds = (other) => cardOf(other) === cardOf(tile) && !(other in this.played) && this.#holds(other);
    const both = this.page.reports.deck.filter(holds).length > 1;
    return this.put.length ? 2 : both ? 0 : 1;
  }

  #tap(tile, event) {
    if (event.detail > 1) return;
    const { put } = this;
    if (put.includes(tile)) this.#change({ put: { at: this.entry.plays.length, tiles: put.filter((one) => one !== tile) } }, [tile]);
    else if (!this.#seatOf(tile)) this.#change({ put: { at: 0, tiles: this.#withPut(tile) } }, [tile]);
    else if (put.length + 1 === this.#wants(tile)) this.#lay([...put, tile]);
    else this.#change({ put: { at: this.entry.plays.length, tiles: [tile] }, ...this.#chosen(tile) }, [tile]);
  }

  // Before anybody knows who leads: the card that was led, with two decks maybe both of it.
  #withPut(tile) {
    const [laid] = this.put;
    return laid && cardOf(laid) === cardOf(tile) ? [laid, tile] : [tile];
  }

  // Whoever is chosen plays next. The cards that waited for their seat are what it leads; of two decks one of them waits
  // on, because its other may come.
  chosen(seat) {
    const { plays } = this.entry;
    const turn = { seat, at: plays.length };
    const isPlay = this.put.length === (this.twice ? 2 : 1);
    return isPlay ? { plays: [...plays, this.#play(seat, this.put)], turn: null, put: null } : { turn };
  }

  // Whoever puts down the first card of a pair leads.
  #chosen(tile) {
    return this.turn ? {} : { turn: { seat: this.#seatOf(tile), at: this.entry.plays.length } };
  }

  #seatOf(tile) {
    return this.turn || (!this.entry.plays.length && this.dealt[tile]) || null;
  }

  #lay(tiles) {
    const play = this.#play(this.#seatOf(tiles[0]), tiles);
    this.plays([...this.entry.plays, play], tiles);
  }

  // The end of a deal that is left to nobody's choice: the last card, and with all hands known the last trick.
  #withForced(plays) {
    const { deck } = this.page.reports;
    const { next } = this.courseOf(plays);
    const gone = playedTiles(plays, deck, this.dealt);
    const left = deck.filter((tile) => !(tile in gone));
    const own = this.whole ? left.filter((tile) => this.dealt[tile] === next) : left;
    const isForced = !this.twice && next && own.length === 1 && left.length <= this.page.labels.length;
    return isForced ? this.#withForced([...plays, this.#play(next, own)]) : plays;
  }

  #play(seat, tiles) {
    const cards = tiles.map(cardOf);
    return [seat, this.twice ? cards : cards[0]];
  }

  // Plays that were tapped or typed, and what follows from them by itself.
  plays(plays, tiles = []) {
    this.#change({ plays: this.#withForced(plays), turn: null, put: null }, tiles);
  }

  courseOf(plays) {
    return courseOf(plays, this.page.order);
  }

  #change(changes, tiles) {
    this.step(changes, this.deck.tiles(tiles.map(cardOf)));
  }

  #says() {
    const { tricks, trick } = this.course;
    if (this.turn === null && this.#left) return word(this.put.length ? "whose-lead" : "who-leads");
    if (this.turn === null) return word("all-played", { count: tricks.length });
    const seat = this.page.names.get(this.turn);
    const number = tricks.length + 1;
    if (trick.length || !tricks.length) return word("to-play", { number, seat });
    const winner = this.page.names.get(tricks[tricks.length - 1].winner);
    return word("to-lead", { number, seat, winner, last: tricks.length });
  }

  // Where a pair can be led, the place below says how, and takes the one card alone.
  #showPair() {
    if (!this.twice) return;
    const [led] = this.course.trick;
    const pairs = led && cardsOf(led).length > 1;
    const leads = !led && this.put.length > 0 && this.turn !== null;
    part(this.root, "pair").toggleAttribute("data-idle", !pairs && !leads);
    part(this.root, "single").hidden = pairs;
    part(this.root, "pair-said").textContent = word(pairs ? "pair-follow" : "pair-lead");
    const [tile] = this.put;
    part(this.root, "single-face").replaceChildren(...(tile ? [this.page.faces.face(cardOf(tile))] : []));
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
    part(row, "trick-cards").replaceChildren(...plays.map((play) => this.#played(play, winner)));
    part(row, "trick-winner").textContent = this.page.names.get(winner);
    button.title = word("back-to", { number: index + 1 });
    button.dataset.trick = index + 1;
    button.addEventListener("click", () => {
      part(this.root, "tricks-sheet").close();
      this.#change({ plays: this.entry.plays.slice(0, index * this.page.labels.length), turn: null, put: null }, []);
    });
    return row;
  }

  #played(play, winner) {
    const [seat] = play;
    const one = shape("played", this.page.shapes);
    one.toggleAttribute("data-wins", seat === winner);
    one.append(text(this.page.names.get(seat)), ...cardsOf(play).map((card) => this.page.faces.face(card)));
    return one;
  }
}
