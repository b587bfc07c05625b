// Every play of a deal: cards are tapped, one or several, for the seat whose turn it is. Whoever follows plays as many
// as were led, so that only a lead is ended by a button; by another one it is a throw that fails, and then those of its
// cards are tapped that are led instead. Which play wins a trick the server says; without it the seat
// that leads is tapped. What was never played is the kitty.

import { cardsIn, cardsOf, playedTiles } from "../course.js";
import { Deck } from "../deck.js";
import { Suits } from "../suits.js";
import { cardOf, tilesOf } from "../tiles.js";
import { fill, part, put, shape, text, word } from "../words.js";
import { suitsBy, TRUMP } from "./shengji_trumps.js";
import { playsFrom } from "./shengji_typing.js";

export class Play {
  // `page`: names, labels, faces, blank, levels, shapes; `step` takes changes of what is entered.
  constructor(root, page, step) {
    this.root = root;
    this.page = page;
    this.step = step;
    this.tiles = tilesOf(page.blank.deck);
    this.deck = new Deck(part(root, "deck"), { tiles: this.tiles, faces: page.faces, shapes: page.shapes,
      tapped: (tile, event) => this.#tap(tile, event) });
    this.suits = new Suits(part(root, "suits"), part(root, "deck"));
    this.size = page.labels.length;
    this.typed = part(root, "typed-plays");
    part(root, "played").addEventListener("click", () => this.#lay(this.put));
    part(root, "throw-fails").addEventListener("click", () => this.#fails());
    part(root, "type-plays").addEventListener("submit", (event) => this.#type(event));
  }

  // `following` is what the server says of the same report, null while it is not known.
  show(entry, report, following) {
    Object.assign(this, { entry, report, following });
    this.suitOf = suitsBy(report, this.page.levels.alwaysTrump);
    this.gone = playedTiles(entry.plays, this.tiles, {});
    this.deck.show((tile) => this.#look(tile), false);
    this.suits.show(entry.plays.length, { led: this.#suit, suitOf: this.suitOf, trump: report.trump, instead: TRUMP });
    part(this.root, "said").textContent = this.#says();
    part(this.root, "left").textContent = word("plays-left", { count: this.left });
    part(this.root, "played").textContent = word(this.#wants ? "lay-follow" : "lay-lead");
    part(this.root, "played").disabled = !this.put.length || !this.turn;
    part(this.root, "throw-fails").hidden = Boolean(this.thrown.length || this.#wants || this.put.length < 2 || !this.turn);
    put(part(this.root, "flags"), (following?.flags || []).map((flag) => this.#flag(flag)));
    put(part(this.root, "tricks"), this.#tricks().map((plays, nth) => this.#trick(plays, nth)));
  }

  get #whole() {
    return this.page.blank.hand_size * this.size;
  }

  get left() {
    return this.#whole - cardsIn(this.entry.plays).length;
  }

  // The cards that lie on the table and are not a play yet.
  get put() {
    const { put: laid, plays } = this.entry;
    return laid?.at === plays.length ? laid.tiles : [];
  }

  // The cards of a throw that fails, while it is not said what is led instead.
  get thrown() {
    const { thrown, plays } = this.entry;
    return thrown?.at === plays.length ? thrown.tiles : [];
  }

  #look(tile) {
    if (tile in this.gone) return "gone";
    if (this.put.includes(tile)) return "mine";
    return this.thrown.length && !this.thrown.includes(tile) ? "faint" : "";
  }

  get #onTable() {
    const { plays } = this.entry;
    return plays.slice(plays.length - (plays.length % this.size));
  }

  // Whom a finger chose, else whoever is next; who leads a later trick only the server knows.
  get turn() {
    const { turn, plays } = this.entry;
    if (turn?.at === plays.length) return turn.seat;
    if (this.following?.next) return this.following.next;
    if (!plays.length) return this.report.dealer || null;
    const trick = this.#onTable;
    const { labels } = this.page;
    return trick.length ? labels[(labels.indexOf(trick[trick.length - 1][0]) + 1) % this.size] : null;
  }

  // What a seat put down in the trick that is being played, else in the one before.
  down(seat) {
    if (seat === this.turn && this.put.length) return this.put.map(cardOf);
    const { plays } = this.entry;
    const trick = this.#onTable.length || this.put.length ? this.#onTable : plays.slice(-this.size);
    const play = trick.find(([one]) => one === seat);
    return play ? cardsOf(play) : [];
  }

  missing({ plays }) {
    return cardsIn(plays).length < this.#whole ? ["plays"] : [];
  }

  // The cards that nobody played, once everything else is written down.
  kitty({ plays }) {
    if (cardsIn(plays).length < this.#whole) return null;
    const gone = playedTiles(plays, this.tiles, {});
    return this.tiles.filter((tile) => !(tile in gone)).map(cardOf);
  }

  // The card that was led to the trick on the table, else undefined.
  get #led() {
    const [led] = this.#onTable;
    return led && cardsOf(led)[0];
  }

  // The suit that was led, empty before a lead.
  get #suit() {
    return this.#led ? this.suitOf(this.#led) : "";
  }

  // How many cards the next play is of, 0 where it is a lead.
  get #wants() {
    const [led] = this.#onTable;
    return led ? cardsOf(led).length : 0;
  }

  #tap(tile, event) {
    const { areOnce } = this.suits;
    if ((event.detail > 1 && !areOnce) || !this.turn || (this.thrown.length && !this.thrown.includes(tile))) return;
    const tiles = areOnce ? oneMore(tile, this.#left, this.put)
      : this.put.includes(tile) ? this.put.filter((one) => one !== tile) : [...this.put, tile];
    if (tiles.length === this.#wants) this.#lay(tiles);
    else this.step({ put: { at: this.entry.plays.length, tiles } }, this.deck.tiles([cardOf(tile)]));
  }

  // The tiles that may be put down now: those that nobody played, of a throw that fails its own.
  get #left() {
    return this.thrown.length ? this.thrown : this.tiles.filter((one) => !(one in this.gone));
  }

  #lay(tiles) {
    const { turn } = this;
    const { thrown } = this;
    if (!turn || !tiles.length || tiles.length === thrown.length) return;
    const { plays, throws } = this.entry;
    const failed = thrown.length ? [{ at: plays.length, cards: thrown.map(cardOf) }] : [];
    this.#change([...plays, [turn, tiles.map(cardOf)]], [...throws, ...failed]);
  }

  #fails() {
    const at = this.entry.plays.length;
    this.step({ thrown: { at, tiles: this.put }, put: null });
  }

  #change(plays, throws = this.entry.throws) {
    this.step({ plays, throws: throws.filter(({ at }) => at < plays.length), turn: null, put: null, thrown: null });
  }

  #says() {
    const number = Math.floor(this.entry.plays.length / this.size) + 1;
    if (!this.left) return word("all-played", { count: number - 1 });
    if (!this.report.dealer) return word("missing-dealer");
    if (!this.turn) return word("who-leads");
    const seat = this.page.names.get(this.turn);
    const count = this.#wants;
    if (this.thrown.length) return word("to-lead-instead", { number, seat, cards: this.thrown.map(cardOf).join(" ") });
    if (!count) return word("to-lead", { number, seat });
    return word(this.#suit === TRUMP ? "to-follow-trump" : "to-follow", { number, seat, count });
  }

  #flag({ play, text: said }) {
    const number = Math.floor(play / this.size) + 1;
    return fill(shape("flag", this.page.shapes), { "flag-text": word("flagged", { number, text: said }) });
  }

  #tricks() {
    const { plays } = this.entry;
    const tricks = [];
    for (let at = 0; at < plays.length; at += this.size) tricks.push(plays.slice(at, at + this.size));
    return tricks;
  }

  // A tap on a trick goes back to it: everything from it on is taken away, and "undo" brings it back.
  #trick(plays, nth) {
    const row = shape("trick", this.page.shapes);
    const button = row.querySelector("button");
    const winner = this.following?.tricks?.[nth]?.winner;
    part(row, "trick-number").textContent = nth + 1;
    part(row, "trick-cards").replaceChildren(...plays.map((play) => this.#played(play, winner)));
    part(row, "trick-winner").textContent = winner ? this.page.names.get(winner) : "";
    button.title = word("back-to", { number: nth + 1 });
    button.addEventListener("click", () => {
      part(this.root, "tricks-sheet").close();
      this.#change(this.entry.plays.slice(0, nth * this.size));
    });
    return row;
  }

  #played(play, winner) {
    const one = shape("played", this.page.shapes);
    one.toggleAttribute("data-wins", play[0] === winner);
    one.append(text(this.page.names.get(play[0])), ...cardsOf(play).map((card) => this.page.faces.face(card)));
    return one;
  }

  // As many typed plays as are of the trick on the table; who leads the next one has to be known first.
  #type(event) {
    event.preventDefault();
    const room = this.size - this.#onTable.length;
    const printed = (card) => (this.suitOf(card) === TRUMP ? this.report.trump : card[0]);
    const { plays, rest } = playsFrom(this.typed.value, this.#led, room, printed);
    let { turn } = this;
    const { labels } = this.page;
    const made = [];
    for (const cards of turn ? plays : []) {
      made.push([turn, cards]);
      turn = labels[(labels.indexOf(turn) + 1) % this.size];
    }
    const missing = this.#notLeft(made);
    part(this.root, "heard-plays").textContent = missing ? word("play-not-left", { cards: missing }) : rest.wrong;
    if (missing) return;
    this.typed.value = rest.typed;
    if (made.length) this.#change([...this.entry.plays, ...made]);
    if (this.left) this.typed.focus();
    else this.typed.closest("dialog").close();
  }

  // Cards that were typed more often than they are there.
  #notLeft(made) {
    const all = cardsIn([...this.entry.plays, ...made]);
    const often = (card) => all.filter((one) => one === card).length > this.page.blank.deck.filter((one) => one === card).length;
    return [...new Set(cardsIn(made).filter(often))].join(" ");
  }
}

// Of the copies of a card that are `left`, one more than is `put`, or none once it was all of them.
function oneMore(tile, left, put) {
  const copies = left.filter((one) => cardOf(one) === cardOf(tile));
  const free = copies.find((one) => !put.includes(one));
  return free ? [...put, free] : put.filter((one) => !copies.includes(one));
}
