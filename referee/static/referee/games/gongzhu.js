// The entry of a deal of 拱猪 by captures: who exposed what, and which seat won each scoring card. What there is to
// ask comes from the game's blank sheet (`blank`), so every set of rules has its own page without a rule in it here.

import { Faces } from "../cards.js";
import { Compass } from "../compass.js";
import { Marks } from "../marks.js";
import { part, put, shape, text, word } from "../words.js";
import { Exposures } from "./gongzhu_exposed.js";

const MOST_NAMED = 5;

// With two decks a card has two tiles: "SQ" and "SQ/2".
const cardOf = (tile) => tile.split("/")[0];

function tilesOf(cards) {
  const nth = (card, i) => cards.slice(0, i).filter((other) => other === card).length + 1;
  return cards.map((card, i) => (nth(card, i) > 1 ? `${card}/${nth(card, i)}` : card));
}

export class Entry {
  #tiles = new Map();

  // `changed(entry)` hears of every step; `blank` is what the sheet of a deal asks for.
  constructor(root, { seats, blank, down, changed }) {
    this.root = root;
    this.seats = seats;
    this.changed = changed;
    this.faces = new Faces(root);
    this.blank = { ...blank, cards: tilesOf(this.faces.ordered(blank.cards)) };
    this.names = new Map(seats.map((seat) => [seat.label, seat.seat_name]));
    this.compass = new Compass(part(root, "compass"), seats, down, (seat) => this.#step({ seat }));
    this.exposures = new Exposures(part(root, "exposed"), this, (...step) => this.#step(...step));
    this.marks = new Marks();
    this.#lay();
    part(root, "rest").addEventListener("click", () => this.#rest());
  }

  empty() {
    return { seat: this.seats[0].label, won: {}, exposed: {}, dealt: {} };
  }

  turn(down) {
    this.compass.turn(down);
  }

  show(entry, problems) {
    this.entry = entry;
    this.compass.choose(entry.seat);
    for (const { label } of this.seats) this.#tally(label);
    for (const tile of this.blank.cards) this.#mark(tile);
    this.exposures.show(entry);
    this.#missing();
    this.marks.show(problems, (problem) => this.#concerned(problem));
  }

  // The facts as the game reads them; nothing that was entered is left out.
  report({ won, exposed, dealt }) {
    const piles = this.seats.map(({ label }) => [label, this.#pile(won, label)]);
    const shown = Object.entries(exposed).map(([card, { seat, kind }]) => ({ seat, card, kind }));
    const owners = this.blank.owners.length ? { dealt } : {};
    return { won: Object.fromEntries(piles), exposed: shown, ...owners };
  }

  // What the page itself can see is not finished. `answerable`: the server has better words for it.
  gaps(entry) {
    const missing = this.#unplaced(entry).map(cardOf);
    const own = (field, cards, name, answerable) => ({ field, cards, text: word(name), answerable });
    return [
      ...(missing.length ? [own("won", missing, "cards-missing", true)] : []),
      ...this.exposures.unsaid(entry).map((card) => own("exposed", [card], "exposer-missing", false)),
    ];
  }

  // How a report is read back: the cards of one seat, and what else it says.
  wonBy(report, label) {
    return this.faces.faces(report.won[label] || []);
  }

  notes(report) {
    return (report.exposed || []).map(({ seat, card, kind }) => {
      const note = shape("note", this.root);
      part(note, "card").replaceChildren(this.faces.face(card));
      part(note, "how").textContent = word("exposed-by", { kind: word(`kind-${kind}`), seat: this.names.get(seat) });
      return note;
    });
  }

  // The entry that would make a report, for a sheet that another device wrote.
  from(report) {
    const entry = this.empty();
    for (const [label, cards] of Object.entries(report.won)) {
      for (const card of cards) entry.won[this.#free(entry.won, card)] = label;
    }
    for (const { seat, card, kind } of report.exposed || []) entry.exposed[card] = { kind, seat };
    return { ...entry, dealt: { ...report.dealt } };
  }

  // N, W, S, E choose a seat; Escape leaves a question unanswered.
  key(event) {
    if (event.key === "Escape") return this.exposures.close();
    const seat = event.key.toUpperCase();
    if (!this.names.has(seat)) return false;
    this.#step({ seat });
    return true;
  }

  #free(taken, card) {
    return this.blank.cards.find((tile) => cardOf(tile) === card && !(tile in taken)) || card;
  }

  // What is said of a seat concerns the cards that it has, so it is out of date with any of them.
  #step(changes, touched = []) {
    const seats = touched.length ? this.seats.map(({ label }) => this.compass.button(label)) : [];
    this.marks.drop([...touched, ...seats]);
    this.changed({ ...this.entry, ...changes });
  }

  #lay() {
    for (const tile of this.blank.cards) {
      const button = shape("tile", this.root);
      part(button, "face").replaceWith(this.faces.face(cardOf(tile)));
      button.dataset.tile = tile;
      button.addEventListener("click", () => this.#give(tile));
      this.#tiles.set(tile, button);
      part(this.root, "scoring").append(button);
    }
  }

  // A tile goes to the chosen seat; a second tap takes it back.
  #give(tile) {
    const { [tile]: owner, ...others } = this.entry.won;
    const won = owner === this.entry.seat ? others : { ...others, [tile]: this.entry.seat };
    this.#step({ won }, [this.#tiles.get(tile)]);
  }

  #rest() {
    const rest = this.#unplaced(this.entry);
    const won = { ...this.entry.won };
    for (const tile of rest) won[tile] = this.entry.seat;
    this.#step({ won }, rest.map((tile) => this.#tiles.get(tile)));
  }

  #unplaced({ won }) {
    return this.blank.cards.filter((tile) => !(tile in won));
  }

  #pile(won, label) {
    return this.blank.cards.filter((tile) => won[tile] === label).map(cardOf);
  }

  #tally(label) {
    const pile = this.#pile(this.entry.won, label);
    this.compass.tell(label, pile.length, this.faces.faces(pile));
  }

  #mark(tile) {
    const button = this.#tiles.get(tile);
    const owner = this.entry.won[tile];
    if (owner) button.dataset.seat = owner;
    else delete button.dataset.seat;
    button.setAttribute("aria-pressed", String(Boolean(owner)));
    part(button, "foot").textContent = owner ? this.names.get(owner) : "";
  }

  #missing() {
    const missing = this.#unplaced(this.entry).map(cardOf);
    const named = missing.length <= MOST_NAMED ? this.faces.faces(missing) : [];
    const said = missing.length ? word("still-missing", { count: missing.length }) : word("all-placed");
    put(part(this.root, "missing"), [text(said), ...named]);
    const rest = part(this.root, "rest");
    rest.textContent = word("rest-to", { seat: this.names.get(this.entry.seat) });
    rest.disabled = missing.length === 0;
  }

  // Where on the page a problem stands: the tiles of its cards, else the seats it names.
  #concerned({ field = "", cards = [], seats = [] }) {
    if (/^(exposed|dealt)/.test(field)) return this.exposures.tiles(cards);
    const tiles = [...this.#tiles].filter(([tile]) => cards.includes(cardOf(tile))).map(([, button]) => button);
    return tiles.length ? tiles : seats.map((seat) => this.compass.button(seat)).filter(Boolean);
  }
}
