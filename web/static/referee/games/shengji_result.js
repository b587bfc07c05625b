// The result of a deal as it is asked for: who bid, the attackers' points, who won the last trick and with what, and
// the points in the kitty.

import { fill, part, shape, word } from "../words.js";
import { Choice } from "./shengji_choice.js";
import { Points } from "./shengji_points.js";

const JACKS = ["trump", "off_suit", "none"];
const SHORT = 3; // so many pairs or triples in a row are always in sight; the longer rows fold away
const PAD = { attackers_points: { every: 31, most: 31 }, kitty_points: { every: 99, most: 11 } };

export class Result {
  // `page`: seats, names, blank, levels, shapes; `step` takes changes of what is entered.
  constructor(root, page, step) {
    this.root = root;
    this.page = page;
    this.points = this.#points("attackers_points", "points", step);
    this.kitty = this.#points("kitty_points", "kitty", step);
    this.winner = new Choice(part(root, "winners"), (winner) => step({ winner }, this.winner.buttons));
    this.#seats(this.winner);
    const optional = { optional: true };
    this.bidder = new Choice(part(root, "bidders"), (seat) => step({ bid: this.#bid({ seat }) }), optional);
    this.#seats(this.bidder);
    this.shown = new Choice(part(root, "shown"), (shown) => step({ bid: this.#bid({ shown }) }), optional);
    this.#layShown();
    this.#layCombinations(step);
    this.#layJacks(step);
  }

  #layJacks(step) {
    this.jack = new Choice(part(this.root, "jacks"), (jack) => step({ jack }, this.jack.buttons));
    for (const jack of JACKS) {
      const button = shape("choice", this.page.shapes);
      button.textContent = word(`jack-${jack}`);
      this.jack.take(jack, button);
    }
  }

  #points(name, field, step) {
    const { blank, shapes, levels } = this.page;
    const told = blank.asks?.find(({ path }) => path.join(".") === name);
    const asked = told || { least: 0, most: levels.tables?.points || 0, step: 5 };
    const root = part(this.root, name);
    return new Points(root, { asked, room: PAD[name], shapes,
      chosen: (points) => step({ [field]: points }, this[field].buttons) });
  }

  #seats(choice) {
    for (const { label, seat_name, name } of this.page.seats) {
      const button = fill(shape("whose", this.page.shapes), { label: seat_name, name });
      button.dataset.seat = label;
      choice.take(label, button);
    }
  }

  // As many level cards as there are decks, or two equal jokers.
  #layShown() {
    const { deck } = this.page.blank;
    const decks = deck.filter((card) => card === "BJ").length || 1;
    const cards = Array.from({ length: decks }, (_, nth) => nth + 1);
    for (const shown of [...cards, ...(decks > 1 ? ["BJ", "RJ"] : [])]) {
      const button = shape("choice", this.page.shapes);
      button.textContent = Number.isInteger(shown)
        ? word("shown-cards", { count: shown })
        : word(`shown-${shown.toLowerCase()}`);
      this.shown.take(shown, button);
    }
  }

  // Nothing to choose where there is only one, as with one deck.
  #layCombinations(step) {
    const { multipliers } = this.page.levels;
    const names = Object.keys(multipliers);
    const chosen = (combination) => step({ combination, cards: null }, this.combination.buttons);
    this.combination = new Choice(part(this.root, "combinations"), chosen);
    const long = part(this.root, "more-combinations");
    for (const name of names) {
      const button = this.#button(name, multipliers[name]);
      if (this.#isLong(name)) long.append(button);
      this.combination.take(name, button);
    }
    part(this.root, "combination").hidden = this.page.levels.only !== null;
    part(this.root, "longer").hidden = !names.some((name) => this.#isLong(name));
  }

  #button(name, factor) {
    const said = { what: this.#named(name), factor: word("times", { factor }) };
    const button = fill(shape("combination", this.page.shapes), said);
    button.dataset.combination = name;
    return button;
  }

  #isLong(name) {
    return Number(name.split("-")[1] || 1) > SHORT;
  }

  #named(name) {
    const [kind, count] = name.split("-");
    return word(`combination-${kind}`, { count });
  }

  #bid(changes) {
    const bid = { seat: null, shown: null, ...this.entry.bid, ...changes };
    return bid.seat || bid.shown ? bid : null;
  }

  show(entry, report) {
    this.entry = entry;
    const attacks = this.page.levels.attacks(entry.winner, report.dealer);
    this.points.show(entry.points);
    this.kitty.show(entry.kitty);
    this.winner.show(entry.winner);
    this.combination.show(entry.combination);
    this.jack.show(entry.jack);
    part(this.root, "jack").hidden = !this.page.levels.asksJack(report);
    this.bidder.show(entry.bid?.seat || null);
    this.shown.show(entry.bid?.shown || null);
    part(this.root, "combination").toggleAttribute("data-idle", attacks === false);
    part(this.root, "kitty-counts").textContent = attacks === false ? word("kitty-kept") : "";
    part(this.root, "others").textContent = this.#others(entry);
    const bid = entry.bid?.seat ? word("says-bid", { seat: this.page.names.get(entry.bid.seat) }) : "";
    part(this.root, "bid-said").textContent = bid;
  }

  // What the dealer's side then has, which somebody may have counted.
  #others({ points, kitty }) {
    const all = this.page.levels.tables?.points;
    if (points === null || !all) return "";
    return word(kitty === null ? "others-with-kitty" : "others", { count: all - points - (kitty || 0) });
  }

  // What has still to be said before the deal can be settled.
  missing(entry, report) {
    const attacks = this.page.levels.attacks(entry.winner, report.dealer);
    return [
      ...(entry.points === null ? ["attackers_points"] : []),
      ...(entry.winner ? [] : ["winner"]),
      ...(attacks && !this.#with(report) ? ["combination"] : []),
      ...(this.page.levels.asksJack(report) && !report.last_trick.jack ? ["jack"] : []),
      ...(attacks && entry.kitty === null ? ["kitty_points"] : []),
    ];
  }

  #with({ last_trick: last }) {
    return last?.combination || last?.cards?.length;
  }

  // "75 + 10 × 4 = 115", as far as it is known; what failed throws cost is in the first of them.
  sum(report) {
    const { attackers_points: told, kitty_points: kitty } = report;
    const outcome = this.page.levels.outcome(report);
    if (told === undefined) return "";
    const taken = outcome ? outcome.points - outcome.factor * (kitty || 0) : told;
    if (!outcome?.factor) return word("sum-tricks", { taken });
    return word("sum-kitty", { taken, kitty, factor: outcome.factor, points: outcome.points });
  }

  // How the last trick was won.
  facts({ last_trick: last }) {
    if (!last?.winner) return [];
    const seat = this.page.names.get(last.winner);
    const jack = last.jack && last.jack !== "none" ? [word(`jack-${last.jack}`)] : [];
    if (!last.combination) return [word("says-last", { seat }), ...jack];
    return [word("says-last-with", { seat, what: this.#named(last.combination) }), ...jack];
  }

  concerned(field) {
    if (/^attackers_points|^dealers_points/.test(field)) return this.points.buttons;
    if (/^kitty/.test(field)) return this.kitty.buttons;
    if (/^(last_trick\.jack|jack)/.test(field)) return this.jack.buttons;
    if (/^(last_trick\.winner|winner|last_trick$)/.test(field)) return this.winner.buttons;
    return /^(last_trick|combination)/.test(field) ? this.combination.buttons : [];
  }
}
