// The hands that were dealt: tapped in a grid, or typed. The last hand fills itself.

import { Deck } from "../deck.js";
import { cardOf, freeTile, pileOf } from "../tiles.js";
import { part, put, sentences, text, word } from "../words.js";
import { lastStep } from "./gongzhu_depth.js";
import { handFrom } from "../typed_cards.js";

export class Hands {
  // `page`: reports, faces, names, labels, shapes; `read(text)` asks the server; `goes(step)` leads on.
  constructor(root, page, { step, read, goes }) {
    this.root = root;
    this.page = page;
    this.step = step;
    this.read = read;
    const tapped = (tile) => this.#give(tile);
    this.deck = new Deck(part(root, "deck"), { ...page, tiles: page.reports.deck, tapped });
    this.typed = part(root, "typed");
    part(root, "type").addEventListener("submit", (event) => this.#type(event));
    // The hand of two decks has two lines; Enter reads it, as in a box of one.
    this.typed.addEventListener("keydown", (event) => this.#enter(event));
    part(root, "types").addEventListener("click", ({ currentTarget }) => this.#opens(currentTarget));
    part(root, "on").addEventListener("click", () => goes(lastStep(this.entry.depth)));
  }

  show(entry) {
    const { reports } = this.page;
    this.entry = entry;
    this.dealt = reports.dealt(entry);
    const looks = (tile) => (this.dealt[tile] === entry.seat ? "mine" : tile in this.dealt ? "gone" : "");
    const edge = (tile) => tile in this.dealt && this.page.edge(this.dealt[tile]);
    this.deck.show(looks, false, { edge });
    part(this.root, "on").textContent = word(`on-${lastStep(entry.depth)}`);
    part(this.root, "on").classList.toggle("button-primary", reports.isWhole(this.dealt));
    part(this.root, "type-label").textContent = word("type-hand", { seat: this.page.names.get(entry.seat) });
    put(part(this.root, "missing"), [text(this.#missing())]);
  }

  count(seat) {
    return this.pile(seat).length;
  }

  pile(seat) {
    return pileOf(this.page.reports.deck, this.dealt, seat);
  }

  tiles(cards) {
    return this.deck.tiles(cards);
  }

  // How often each card is dealt.
  get #copies() {
    const { deck } = this.page.reports.blank;
    return Math.round(deck.length / new Set(deck).size);
  }

  get #size() {
    return this.page.reports.blank.hand_size;
  }

  #missing() {
    const open = this.page.labels.filter((seat) => this.count(seat) < this.#size);
    if (!open.length) return word("all-dealt");
    const named = open.map((seat) => `${this.page.names.get(seat)} ${this.#size - this.count(seat)}`);
    return word("hands-missing", { seats: named.join(word("list-comma")) });
  }

  // The box for typing takes no room until it is wanted.
  #opens(button) {
    const isOpen = this.root.toggleAttribute("data-types");
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) this.typed.focus();
  }

  // A card goes to the chosen seat; a second tap takes it back. After the last card of a hand comes the next seat.
  #give(tile) {
    const { [tile]: owner, ...others } = this.entry.hands;
    const { seat } = this.entry;
    if (owner === seat) return this.#take({ hands: others }, tile);
    if (this.count(seat) >= this.#size) return this.#say(word("hand-full", { seat: this.page.names.get(seat) }));
    const hands = { ...this.entry.hands, [tile]: seat };
    return this.#take({ hands, seat: this.#count(hands, seat) < this.#size ? seat : this.#open(hands) || seat }, tile);
  }

  #take(changes, tile) {
    this.#say("");
    this.step(changes, this.deck.tiles([cardOf(tile)]));
  }

  #count(hands, seat) {
    return Object.values(hands).filter((owner) => owner === seat).length;
  }

  // The next seat that wants cards, in order of play.
  #open(hands) {
    const { labels } = this.page;
    const at = labels.indexOf(this.entry.seat);
    return [...labels.slice(at + 1), ...labels.slice(0, at)].find((seat) => this.#count(hands, seat) < this.#size);
  }

  #say(said) {
    part(this.root, "heard").textContent = said;
  }

  #enter(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    this.typed.form.requestSubmit();
  }

  // The typed cards become the hand of the chosen seat; those that others hold are named and stay there.
  async #type(event) {
    event.preventDefault();
    const { seat } = this.entry;
    const { ours, status, data: answer } = await this.read(this.typed.value, this.#copies);
    const data = ours && status === 200 ? answer : this.#here();
    if (!data) return this.#say(answer?.text || word("not-read"));
    const { hands, held } = this.#handOf(seat, data.cards);
    const wrong = data.problems.map((problem) => problem.text);
    if (held.length) wrong.push(word("held-elsewhere", { cards: held.join(" ") }));
    const full = this.#count(hands, seat) >= this.#size;
    this.#say(sentences(...wrong));
    if (!wrong.length) this.typed.value = "";
    return this.step({ hands, seat: full ? this.#open(hands) || seat : seat }, this.deck.tiles(data.cards));
  }

  // What the page itself can read, without the server's words for what it cannot.
  #here() {
    const cards = handFrom(this.typed.value, this.#copies);
    return cards && { cards, problems: [] };
  }

  #handOf(seat, cards) {
    const others = Object.entries(this.entry.hands).filter(([, owner]) => owner !== seat);
    const hands = Object.fromEntries(others);
    const held = [];
    for (const card of cards) {
      const tile = freeTile(this.page.reports.deck, hands, card);
      if (tile in hands || !this.page.reports.deck.includes(tile)) held.push(card);
      else hands[tile] = seat;
    }
    return { hands, held };
  }
}
