// The scoring cards as tiles: which seat won each. While a claim says who gets what was still out, a tile goes to a
// seat by the claim.

import { cardOf, pileOf } from "../tiles.js";
import { part, put, shape, text, word } from "../words.js";

const MOST_NAMED = 5;
export const ALL = "all";
const SHARED_OUT = ["allocation", "none", "concede"];

// Whether a claim wants to hear which seat gets which card.
export const sharesOut = (claim) => SHARED_OUT.includes(claim?.kind);

// The cards of those still `out` that a claim gives to a seat: none while it is contested and nobody has decided. What
// the referee gives takes the place of what was claimed.
export function sharedBy(claim, out, label) {
  if (!claim || (claim.contested && !claim.decided)) return [];
  if (sharesOut(claim) || (claim.decided && claim.allocation)) return claim.allocation?.[label] || [];
  return claim.kind === ALL && claim.seat === label ? out : [];
}

export class Won {
  #tiles = new Map();
  #byClaim = false;

  // `page`: tiles, faces, names, shapes; `step(changes, touched)` takes changes of what is entered.
  constructor(root, page, step) {
    this.root = root;
    this.page = page;
    this.step = step;
    for (const tile of page.tiles) this.#lay(tile);
    part(root, "rest").addEventListener("click", () => this.#rest());
    for (const seat of page.seats) this.#layFirst(seat);
    for (const name of ["by-play", "by-claim"]) {
      part(root, name).addEventListener("click", () => this.#mode(name === "by-claim"));
    }
  }

  #lay(tile) {
    const button = shape("tile", this.page.shapes);
    part(button, "face").replaceWith(this.page.faces.face(cardOf(tile)));
    button.dataset.tile = tile;
    button.addEventListener("click", () => this.#give(tile));
    this.#tiles.set(tile, button);
    part(this.root, "scoring").append(button);
  }

  #layFirst({ label, seat_name, name }) {
    const button = shape("whose", this.page.shapes);
    part(button, "label").textContent = seat_name;
    part(button, "name").textContent = name;
    button.dataset.first = label;
    button.addEventListener("click", () => this.step({ first: label }));
    part(this.root, "firsts").append(button);
  }

  // `won`: the seat of each tile that was won otherwise, where the plays tell it.
  show(entry, won = null) {
    if (sharesOut(entry.claim) && !sharesOut(this.entry?.claim)) this.#byClaim = true;
    this.entry = entry;
    this.played = won;
    for (const tile of this.page.tiles) this.#mark(tile);
    this.#modes();
    this.#missing();
    this.#first();
  }

  // Cards that stand nowhere yet.
  unplaced(entry, won = null) {
    return entry.claim?.kind === ALL ? [] : this.#out(entry, won);
  }

  // Cards that no seat has.
  #out(entry, won) {
    return this.page.tiles.filter((tile) => !this.#ownerOf(tile, entry, won));
  }

  pile(entry, seat) {
    return pileOf(this.page.tiles, { ...this.#allocated(entry), ...entry.won }, seat);
  }

  tiles(cards) {
    return [...this.#tiles].filter(([tile]) => cards.includes(cardOf(tile))).map(([, button]) => button);
  }

  #allocated({ claim }) {
    return sharesOut(claim) ? claim.allocation : {};
  }

  #ownerOf(tile, entry, won) {
    return (won || entry.won)[tile] || this.#allocated(entry)[tile];
  }

  get #claims() {
    return sharesOut(this.entry.claim) && (this.#byClaim || this.played !== null);
  }

  #mode(byClaim) {
    this.#byClaim = byClaim;
    this.show(this.entry, this.played);
  }

  // A tile goes to the chosen seat; a second tap takes it back.
  #give(tile) {
    if (this.played && tile in this.played) return;
    const { [tile]: inPlay, ...won } = this.entry.won;
    const { [tile]: byClaim, ...allocation } = this.#allocated(this.entry);
    const { seat, claim } = this.entry;
    const back = (this.#claims ? byClaim : inPlay) === seat;
    const given = back ? {} : { [tile]: seat };
    const touched = [this.#tiles.get(tile)];
    if (this.#claims) this.step({ won, claim: { ...claim, allocation: { ...allocation, ...given } } }, touched);
    else this.step({ won: { ...won, ...given }, ...(claim ? { claim: { ...claim, allocation } } : {}) }, touched);
  }

  #rest() {
    const rest = this.unplaced(this.entry, this.played);
    const given = Object.fromEntries(rest.map((tile) => [tile, this.entry.seat]));
    const { won, claim } = this.entry;
    const touched = rest.map((tile) => this.#tiles.get(tile));
    if (this.#claims) this.step({ claim: { ...claim, allocation: { ...claim.allocation, ...given } } }, touched);
    else this.step({ won: { ...won, ...given } }, touched);
  }

  #mark(tile) {
    const button = this.#tiles.get(tile);
    const owner = this.#ownerOf(tile, this.entry, this.played);
    const claimed = owner && !(this.played || this.entry.won)[tile];
    if (owner) Object.assign(button.dataset, { seat: owner, edge: this.page.edge(owner) });
    else for (const name of ["seat", "edge"]) delete button.dataset[name];
    button.setAttribute("aria-pressed", String(Boolean(owner)));
    const name = owner ? this.page.names.get(owner) : "";
    part(button, "foot").textContent = claimed ? word("by-claim-foot", { seat: name }) : name;
  }

  #modes() {
    const both = sharesOut(this.entry.claim) && this.played === null;
    part(this.root, "modes").hidden = !both;
    part(this.root, "by-play").setAttribute("aria-pressed", String(!this.#byClaim));
    part(this.root, "by-claim").setAttribute("aria-pressed", String(this.#byClaim));
  }

  // Who won the first of two, asked in its place below the cards where two seats have one.
  #first() {
    const firsts = part(this.root, "first");
    firsts.hidden = !this.page.blank.first_won.length || this.played !== null;
    const seats = this.page.reports.seatsOfFirst(this.entry);
    firsts.toggleAttribute("data-idle", seats.length < 2);
    for (const button of firsts.querySelectorAll("button")) {
      const { first } = button.dataset;
      button.hidden = seats.length > 1 && !seats.includes(first);
      button.setAttribute("aria-pressed", String(first === this.entry.first));
    }
  }

  #missing() {
    const missing = this.unplaced(this.entry, this.played).map(cardOf);
    const named = missing.length <= MOST_NAMED ? this.page.faces.faces(missing) : [];
    const said = missing.length ? word("still-missing", { count: missing.length }) : this.#nothingToPlace();
    // A bare number of cards the one button says.
    put(part(this.root, "missing"), missing.length && !named.length ? [] : [text(said), ...named]);
    const rest = part(this.root, "rest");
    rest.textContent = word("rest-to", { seat: this.page.names.get(this.entry.seat) });
    rest.disabled = missing.length === 0;
  }

  // What somebody claims as all the rest need not be placed, and stands with nobody yet.
  #nothingToPlace() {
    const count = this.#out(this.entry, this.played).length;
    if (!count) return word("all-placed");
    return word("claimed-rest", { count, seat: this.page.names.get(this.entry.claim.seat) });
  }
}
