// The cards that can be exposed, with two decks each copy: a tap goes from not exposed through the kinds that the rules
// allow and back, and then it is asked whose card it was. Where the rules want to know who was dealt a card, that is
// asked too.

import { cardOf, tilesOf } from "../tiles.js";
import { part, shape, word } from "../words.js";
import { TRICKS } from "./gongzhu_depth.js";
import { markOf } from "./gongzhu_report.js";

const NOT = "none";

export class Exposures {
  #tiles = new Map();
  #open = null;

  // `page`: its blank sheet, faces and seats; `asks(card)` whether the page asks whose a card was where the rules want
  // it, `owner(tile)` what hands and plays say of it; `step` takes changes of what is entered and the tiles that were touched.
  constructor(root, { blank, faces, seats, names, shapes, asks, owner }, step) {
    this.root = root;
    this.kinds = blank.kinds;
    this.blank = blank;
    this.asks = asks;
    this.owner = owner;
    this.faces = faces;
    this.names = names;
    this.step = step;
    this.shapes = shapes;
    this.ask = part(root, "ask");
    const cards = [...new Set([...blank.exposable, ...blank.owners])];
    this.any = cards.length > 0;
    root.toggleAttribute("data-long", this.kinds.length > 1 || blank.owners.length > 0);
    const copies = (card) => blank.cards.filter((other) => other === card);
    for (const tile of tilesOf(faces.ordered(cards).flatMap(copies))) this.#lay(tile);
    for (const kind of [NOT, ...this.kinds]) this.#layKind(kind);
    for (const seat of seats) this.#laySeat(seat);
    part(root, "late").addEventListener("click", () => this.#late(this.#open));
    part(root, "close").addEventListener("click", () => this.close());
  }

  get owners() {
    return this.blank.owners.filter((card) => this.asks(card));
  }

  show(entry) {
    this.entry = entry;
    for (const [tile, button] of this.#tiles) this.#mark(tile, button);
    this.#showAsk();
  }

  // Tiles that are said to be exposed, but not by whom.
  unsaid({ exposed }) {
    return Object.keys(exposed).filter((tile) => !exposed[tile].seat);
  }

  // Cards of which the rules ask who was dealt them, and nothing says it.
  unowned({ exposed, dealt }) {
    return this.owners.filter((card) => !dealt[card] && !exposed[card]?.seat);
  }

  tiles(cards) {
    return [...this.#tiles].filter(([tile]) => cards.includes(cardOf(tile))).map(([, button]) => button);
  }

  #lay(tile) {
    const button = shape("exposable", this.shapes);
    part(button, "face").replaceWith(this.faces.face(cardOf(tile)));
    button.dataset.exposable = tile;
    button.addEventListener("click", () => this.#tap(tile));
    this.#tiles.set(tile, button);
    part(this.root, "tiles").append(button);
  }

  #layKind(kind) {
    const button = shape("choice", this.shapes);
    button.textContent = word(`kind-${kind}`);
    button.dataset.kind = kind;
    button.addEventListener("click", () => this.#expose(this.#open, kind));
    part(this.root, "kinds").append(button);
  }

  #laySeat({ label, seat_name, name }) {
    const button = shape("whose", this.shapes);
    part(button, "label").textContent = seat_name;
    part(button, "name").textContent = name;
    button.dataset.seat = label;
    button.addEventListener("click", () => this.#own(this.#open, label));
    part(this.root, "whose").append(button);
  }

  // A question that was closed without an answer is asked again, before a tap means the next kind.
  #tap(tile) {
    const asks = this.#asksOwner(tile) || this.unsaid(this.entry).includes(tile);
    const asked = asks && this.#open !== tile;
    this.#open = tile;
    if (asked) this.#showAsk();
    else this.#expose(tile, this.#next(this.entry.exposed[tile]?.kind || NOT));
  }

  #asksOwner(tile) {
    return this.owners.includes(cardOf(tile));
  }

  #next(kind) {
    const round = [NOT, ...this.kinds];
    return round[(round.indexOf(kind) + 1) % round.length];
  }

  #expose(tile, kind) {
    const { [tile]: before, ...others } = this.entry.exposed;
    const seat = this.owner(tile) || before?.seat || this.entry.dealt[tile] || null;
    // After the first card nobody may expose; who had only forgotten to write it down takes the mark away.
    const late = before ? before.late : this.entry.depth === TRICKS && this.entry.plays.length > 0;
    const exposed = kind === NOT ? others : { ...others, [tile]: { kind, seat, ...markOf(late) } };
    if (this.#finished(tile, kind, seat) && !(late && kind !== NOT)) this.#open = null;
    this.step({ exposed }, [this.#tiles.get(tile)]);
  }

  #late(tile) {
    const { exposed } = this.entry;
    const { late, ...said } = exposed[tile];
    this.step({ exposed: { ...exposed, [tile]: { ...said, ...markOf(!late) } } }, [this.#tiles.get(tile)]);
  }

  // Whose it was is the last question.
  #own(tile, seat) {
    const { exposed, dealt } = this.entry;
    const shown = exposed[tile] ? { exposed: { ...exposed, [tile]: { ...exposed[tile], seat } } } : {};
    const owned = this.#asksOwner(tile) ? { dealt: { ...dealt, [tile]: seat } } : {};
    this.#open = null;
    this.step({ ...shown, ...owned }, [this.#tiles.get(tile)]);
  }

  #finished(tile, kind, seat) {
    return seat !== null || (kind === NOT && !this.#asksOwner(tile));
  }

  // Answers whether there was anything to close.
  close() {
    const open = this.#open !== null;
    this.#open = null;
    this.#showAsk();
    return open;
  }

  #mark(tile, button) {
    const { kind, seat, late } = this.entry.exposed[tile] || {};
    const owner = this.owner(tile) || this.entry.dealt[tile];
    button.setAttribute("aria-pressed", String(Boolean(kind)));
    button.toggleAttribute("data-asks", Boolean(kind) && !seat);
    const says = this.#says(kind, seat, owner, this.#asksOwner(tile));
    part(button, "foot").textContent = late ? word("exposed-late", { says }) : says;
  }

  #says(kind, seat, owner, asked) {
    if (kind && seat) return word("exposed-by", { kind: word(`kind-${kind}`), seat: this.names.get(seat) });
    if (kind) return word("exposed-unsaid", { kind: word(`kind-${kind}`) });
    if (owner) return word("dealt-foot", { seat: this.names.get(owner) });
    return asked ? word("dealt-unsaid") : word("not-exposed");
  }

  #showAsk() {
    this.ask.hidden = this.#open === null;
    if (this.#open === null) return;
    const { kind = NOT, late = false } = this.entry.exposed[this.#open] || {};
    part(this.ask, "late").hidden = kind === NOT;
    part(this.ask, "late").setAttribute("aria-pressed", String(late));
    part(this.ask, "card").replaceChildren(this.faces.face(cardOf(this.#open)));
    part(this.ask, "question").textContent = word(this.#asksOwner(this.#open) ? "ask-both" : "ask-exposed");
    for (const button of this.ask.querySelectorAll("[data-kind]")) {
      button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
    }
  }
}
