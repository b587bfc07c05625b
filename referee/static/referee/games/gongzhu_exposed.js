// The row of cards that can be exposed: a tap goes from not exposed through the kinds that the rules allow and back,
// and then it is asked whose card it was. Where the rules want to know who was dealt a card, that is asked too.

import { part, shape, word } from "../words.js";

const NOT = "none";

export class Exposures {
  #tiles = new Map();
  #open = null;

  // `page`: its blank sheet, faces and seats; `asksOwners()` whether whose a card was is asked, `owner(card)` what
  // the hands say of it; `step` takes changes of what is entered and the tiles that were touched.
  constructor(root, { blank, faces, seats, names, shapes, asksOwners, owner }, step) {
    this.root = root;
    this.kinds = blank.kinds;
    this.blank = blank;
    this.asksOwners = asksOwners;
    this.owner = owner;
    this.faces = faces;
    this.names = names;
    this.step = step;
    this.shapes = shapes;
    this.ask = part(root, "ask");
    const cards = [...new Set([...blank.exposable, ...blank.owners])];
    this.any = cards.length > 0;
    root.toggleAttribute("data-long", this.kinds.length > 1 || blank.owners.length > 0);
    for (const card of faces.ordered(cards)) this.#lay(card);
    for (const kind of [NOT, ...this.kinds]) this.#layKind(kind);
    for (const seat of seats) this.#laySeat(seat);
    part(root, "close").addEventListener("click", () => this.close());
  }

  get owners() {
    return this.asksOwners() ? this.blank.owners : [];
  }

  show(entry) {
    this.entry = entry;
    for (const [card, tile] of this.#tiles) this.#mark(card, tile);
    this.#showAsk();
  }

  // Cards that are said to be exposed, but not by whom.
  unsaid({ exposed }) {
    return Object.keys(exposed).filter((card) => !exposed[card].seat);
  }

  tiles(cards) {
    return cards.map((card) => this.#tiles.get(card)).filter(Boolean);
  }

  #lay(card) {
    const tile = shape("exposable", this.shapes);
    part(tile, "face").replaceWith(this.faces.face(card));
    tile.dataset.exposable = card;
    tile.addEventListener("click", () => this.#tap(card));
    this.#tiles.set(card, tile);
    part(this.root, "tiles").append(tile);
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
  #tap(card) {
    const asks = this.owners.includes(card) || this.unsaid(this.entry).includes(card);
    const asked = asks && this.#open !== card;
    this.#open = card;
    if (asked) this.#showAsk();
    else this.#expose(card, this.#next(this.entry.exposed[card]?.kind || NOT));
  }

  #next(kind) {
    const round = [NOT, ...this.kinds];
    return round[(round.indexOf(kind) + 1) % round.length];
  }

  #expose(card, kind) {
    const { [card]: before, ...others } = this.entry.exposed;
    const seat = this.owner(card) || before?.seat || this.entry.dealt[card] || null;
    const exposed = kind === NOT ? others : { ...others, [card]: { kind, seat } };
    if (this.#finished(card, kind, seat)) this.#open = null;
    this.step({ exposed }, this.tiles([card]));
  }

  // Whose it was is the last question.
  #own(card, seat) {
    const { exposed, dealt } = this.entry;
    const shown = exposed[card] ? { exposed: { ...exposed, [card]: { ...exposed[card], seat } } } : {};
    const owned = this.owners.includes(card) ? { dealt: { ...dealt, [card]: seat } } : {};
    this.#open = null;
    this.step({ ...shown, ...owned }, this.tiles([card]));
  }

  #finished(card, kind, seat) {
    return seat !== null || (kind === NOT && !this.owners.includes(card));
  }

  // Answers whether there was anything to close.
  close() {
    const open = this.#open !== null;
    this.#open = null;
    this.#showAsk();
    return open;
  }

  #mark(card, tile) {
    const { kind, seat } = this.entry.exposed[card] || {};
    const owner = this.owner(card) || this.entry.dealt[card];
    tile.setAttribute("aria-pressed", String(Boolean(kind)));
    tile.toggleAttribute("data-asks", Boolean(kind) && !seat);
    part(tile, "foot").textContent = this.#says(kind, seat, owner, this.owners.includes(card));
  }

  #says(kind, seat, owner, asked) {
    if (kind && seat) return word("exposed-by", { kind: word(`kind-${kind}`), seat: this.names.get(seat) });
    if (kind) return word("exposed-unsaid", { kind: word(`kind-${kind}`) });
    if (owner) return word("dealt-to", { seat: this.names.get(owner) });
    return asked ? word("dealt-unsaid") : word("not-exposed");
  }

  #showAsk() {
    this.ask.hidden = this.#open === null;
    if (this.#open === null) return;
    const kind = this.entry.exposed[this.#open]?.kind || NOT;
    part(this.ask, "card").replaceChildren(this.faces.face(this.#open));
    part(this.ask, "question").textContent = word(kind === NOT ? "ask-dealt" : "ask-exposed");
    for (const button of this.ask.querySelectorAll("[data-kind]")) {
      button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
    }
  }
}
