// The entry of a deal: the page of its game, the problems above it, undo, and the way to the preview. What is entered
// is written down at every step before it is shown.
//
// The list of problems holds for what was checked. After the next step it is taken back, but its room stays empty:
// nothing moves under the finger.

import { dealName, fill, part, put, shape, word } from "./words.js";

const NONE = Object.freeze([]);

export class EntryView {
  #problems = [];
  #named = "";
  #outdated = false;
  #deal = "";

  // `drafts` keeps what is entered.
  constructor(root, drafts) {
    this.root = root;
    this.drafts = drafts;
  }

  // The page of the game.
  play(game) {
    this.game = game;
  }

  current(deal) {
    return this.drafts.get(deal.uid).entry || this.game.empty();
  }

  // The entry that a sheet tells; one that no page of ours wrote may tell none.
  written(report) {
    try {
      return this.game.from(report);
    } catch (unreadable) {
      return this.game.empty();
    }
  }

  // `corrects`: the deal has a result, and the entry goes to the referee.
  show(deal, corrects) {
    this.#deal = deal.uid;
    fill(this.root, { title: dealName(deal) });
    part(this.root, "corrects").hidden = !corrects;
    this.root.querySelector('[data-act="leave"]').hidden = !corrects;
    this.game.show(this.current(deal), this.#of(deal), deal);
    this.root.querySelector('[data-act="undo"]').disabled = !this.drafts.get(deal.uid).past.length;
    this.#list(this.#of(deal));
    this.#primary(deal);
  }

  // The one button: filled when the deal is complete, till then it says what is missing.
  #primary(deal) {
    const button = this.root.querySelector('[data-act="preview"]');
    const lacks = this.game.lacks?.(this.current(deal), deal) || "";
    button.classList.toggle("button-primary", !lacks);
    part(button, "preview-text").textContent = lacks || word("check-points");
    this.root.querySelector('[data-sheet="more"]').hidden = !document.getElementById("more");
  }

  entered(entry) {
    this.#outdated = true;
    this.drafts.enter(this.#deal, entry);
  }

  undo() {
    if (!this.drafts.get(this.#deal).past.length) return;
    this.#outdated = true;
    this.drafts.undo(this.#deal);
  }

  name(deal, problems) {
    this.#named = deal.uid;
    this.#outdated = false;
    this.#problems = problems;
  }

  toProblems() {
    part(this.root, "problems").focus();
  }

  #of(deal) {
    return this.#named === deal.uid ? this.#problems : NONE;
  }

  #list(problems) {
    const summary = part(this.root, "problems");
    summary.hidden = !problems.length;
    summary.toggleAttribute("data-outdated", this.#outdated);
    part(summary, "head").textContent = word(this.#outdated ? "problems-outdated" : "problems-found");
    put(part(summary, "list"), problems.map(({ text }, index) => this.#row(text, `problem-${index}`)));
  }

  #row(text, id) {
    const row = fill(shape("problem"), { text });
    row.id = id;
    return row;
  }
}
