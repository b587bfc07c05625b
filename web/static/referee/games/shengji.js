// The entry of a deal of 升级: who deals at which level, what is trump, the attackers' points, the kitty and the last
// trick; or every play. What follows from it is read from the tables of the round (`lookup`), with a network and
// without one.

import { Faces, suited } from "../cards.js";
import { Compass } from "../compass.js";
import { Marks } from "../marks.js";
import { facts, fill, part, put, shape, signed, text, word } from "../words.js";
import { Choice } from "./shengji_choice.js";
import { Middle } from "./shengji_felt.js";
import { Levels } from "./shengji_levels.js";
import { Play } from "./shengji_play.js";
import { empty, entryFrom, NO_TRUMP, reportOf, RESULT, TRICKS } from "./shengji_report.js";
import { Result } from "./shengji_result.js";

const TRUMPS = ["S", "H", "D", "C", NO_TRUMP];

export class Entry {
  // `history(deal)` are the deals before as they are known here, {report, opens}; `goesOn(deal)` is whether another
  // deal of the game (局) comes after it.
  constructor(root, { seats, blank, lookup, down, depth, chosen, changed, follow, history, goesOn }) {
    Object.assign(this, { root, seats, blank, changed, follow, chosen, history, goesOn });
    this.faces = new Faces(root);
    this.names = new Map(seats.map((seat) => [seat.label, seat.seat_name]));
    this.labels = seats.map(({ label }) => label);
    this.levels = new Levels(lookup, this.labels);
    this.least = depth === TRICKS ? TRICKS : RESULT;
    this.compass = new Compass(part(root, "compass"), { seats, down, clockwise: blank.clockwise,
      chosen: (seat) => this.#seat(seat) });
    this.marks = new Marks();
    this.#lay();
  }

  #lay() {
    const { root } = this;
    const step = (changes, touched) => this.#step(changes, touched);
    const page = { seats: this.seats, names: this.names, labels: this.labels, faces: this.faces, blank: this.blank,
      levels: this.levels, shapes: root };
    this.level = new Choice(part(root, "level-choices"), (level) => step({ level }, this.level.buttons));
    for (const level of this.levels.levels) this.level.take(level, this.#button(level));
    this.trump = new Choice(part(root, "trumps"), (trump) => step({ trump }, this.trump.buttons));
    for (const trump of TRUMPS) this.trump.take(trump, root.querySelector(`[data-trump="${trump}"]`));
    this.result = new Result(root, page, step);
    this.play = new Play(part(root, "play"), page, step);
    this.middle = new Middle(page);
    this.depth = new Choice(part(root, "depths"), (depth) => this.#deepen(depth));
    for (const depth of [RESULT, TRICKS]) {
      const button = this.#button(word(`depth-${depth}`));
      button.dataset.close = ""; // back to the deal
      this.depth.take(depth, button);
    }
    part(root, "depth").hidden = this.least === TRICKS;
    part(root, "otherwise").addEventListener("click", () => this.#step(this.#differently()));
  }

  #button(said) {
    const button = shape("choice", this.root);
    button.textContent = said;
    return button;
  }

  empty() {
    return empty(this.least === TRICKS || this.chosen?.get() === TRICKS ? TRICKS : RESULT);
  }

  from(report) {
    return entryFrom(report, this.least);
  }

  turn(down) {
    this.compass.turn(down);
  }

  show(entry, problems, deal) {
    this.entry = this.#whole(entry);
    this.deal = deal;
    const { depth } = this.entry;
    this.root.dataset.step = depth === TRICKS ? "play" : "result";
    this.#begins();
    const report = this.report(this.entry, deal);
    const following = depth === TRICKS ? this.follow(report, false) : null;
    this.result.show(this.entry, report);
    this.play.show(this.entry, report, following);
    this.depth.show(depth);
    this.#showSeats(report);
    this.#comes(report);
    this.marks.show(problems, (problem) => this.#concerned(problem));
  }

  // An entry of before knows less.
  #whole(entry) {
    return { ...this.empty(), ...entry };
  }

  // Over boards dealer and level are shown and not asked; that a table played otherwise has to be said first.
  #differently() {
    const otherwise = !this.#isOtherwise(this.entry, this.deal);
    return otherwise ? { otherwise } : { otherwise, dealer: null, level: null };
  }

  #isOtherwise({ otherwise, dealer, level }, deal) {
    const told = this.#expected(deal);
    return Boolean(otherwise || (dealer && dealer !== told.dealer) || (level && level !== told.level));
  }

  get #isAsked() {
    return !this.levels.byBoard || this.#isOtherwise(this.entry, this.deal);
  }

  // Who deals, at which level: as somebody said, else as it follows from the deals before; at first who bid trump.
  #known(entry, deal = this.deal) {
    const expected = this.#expected(deal);
    const bidder = deal && this.#opens(deal) && !this.levels.byBoard ? entry.bid?.seat : null;
    const dealer = entry.dealer || expected.dealer || bidder;
    const [side] = expected.onDeal;
    if (dealer && this.#either(deal).length) return { dealer, level: this.levels.start(dealer, deal.either) };
    const same = this.levels.byBoard || !side || !dealer || this.levels.attacks(dealer, side) === false;
    return { dealer, level: same ? expected.level : this.levels.level(dealer, this.history(deal)) };
  }

  // By the deals before: as this device knows them, else as the server told it.
  #expected(deal) {
    const told = deal?.begins?.facts || {};
    const named = told.dealer ? [told.dealer] : [];
    if (this.levels.byBoard) return this.#on(named, told.level);
    if (this.#either(deal).length) return this.#on(named, null);
    if (deal && this.#opens(deal)) return this.#on(named, told.level || this.levels.tables?.start);
    const here = this.levels.after(this.history(deal));
    const onDeal = here.onDeal.length ? here.onDeal : named;
    // The server knows levels that were taken by a ruling, too.
    const same = !told.dealer || onDeal.includes(told.dealer);
    return this.#on(onDeal, (same && told.level) || here.level);
  }

  // Of one side, where the table decides who of two partners deals.
  #on(onDeal, level) {
    return { onDeal, dealer: onDeal.length === 1 ? onDeal[0] : null, level: level || null };
  }

  // Where a side has a head start: of every seat at which level it would deal.
  #either(deal) {
    return (deal && this.#opens(deal) && deal.either) || [];
  }

  #oneOf([seat, other]) {
    const [one, partner] = [seat, other].map((label) => this.names.get(label));
    return other ? word("either", { seat: one, other: partner }) : one;
  }

  report(entry, deal = this.deal) {
    const whole = this.#whole(entry);
    const kitty = whole.depth === TRICKS ? this.play.kitty(whole) : null;
    return reportOf(whole, this.#known(whole, deal), this.levels, kitty);
  }

  // What the page itself can see is missing, in its own words.
  gaps(entry) {
    const whole = this.#whole(entry);
    const report = this.report(whole);
    const missing = [
      ...["dealer", "level", "trump"].filter((name) => !(name in report)),
      ...(whole.depth === TRICKS ? this.play.missing(whole) : this.result.missing(whole, report)),
    ];
    return missing.map((field) => ({ field, cards: [], text: word(`missing-${field}`), answerable: false }));
  }

  // What is missing until the deal can be checked, in the words of the one button; empty when it is complete.
  lacks(entry) {
    const whole = this.#whole(entry);
    const open = this.gaps(entry).length;
    const { left } = this.play;
    if (open === 1 && whole.depth === TRICKS && left) return word("lacks-plays", { count: left });
    return open ? word("lacks-answers", { count: open }) : "";
  }

  toReferee() {
    return [];
  }

  // What every seat scores without a network, null where the tables do not tell them.
  reckoned(report) {
    const outcome = this.levels.outcome(report);
    if (!outcome) return null;
    const attacks = (seat) => this.levels.attacks(seat, report.dealer);
    const raw = Object.fromEntries(this.labels.map((seat) => [seat, attacks(seat) ? outcome.points : 0]));
    return { raw, scores: outcome.scores };
  }

  // How a report is read back: what a seat's side has to do with it.
  wonBy(report, label) {
    const attacks = this.levels.attacks(label, report.dealer);
    if (attacks === null) return [text("—")];
    if (!attacks) return [text(word(label === report.dealer ? "is-dealer" : "is-dealers-side"))];
    return [text(report.plays ? word("is-attackers") : this.result.sum(report))];
  }

  // The lines of a seat in a settlement: what adds up to the attackers' points, and what these come to.
  lines({ lines, conversions, scores }, label) {
    if (!lines) return [];
    const own = lines[label] || [];
    const [points] = conversions?.[label] || [];
    const sum = own.length && points ? [{ text: word("line-points"), points: points.points }] : [];
    const count = scores[label];
    if (!own.length && !count) return [];
    const gained = count < 0 ? "line-down" : count ? "line-up" : "line-level";
    const levels = Math.abs(count);
    const said = this.levels.sumsUp ? word("line-sum", { count: signed(count) }) : word(gained, { count: levels });
    return [...own, ...sum, { text: said, points: null }];
  }

  notes(report, { following = null, told = [], flagged = true } = {}) {
    const said = [
      facts(...this.#sums(report)),
      facts(...this.#facts(report)),
      ...told,
      ...(flagged ? this.#flagged(following) : []),
      ...(following?.warnings || []).map((one) => one.text),
    ];
    return said.filter(Boolean).map((one) => this.#note(one));
  }

  flags(report, following = null) {
    return this.#flagged(following).map((one) => this.#note(one));
  }

  #flagged(following) {
    const trick = (play) => Math.floor(play / this.labels.length) + 1;
    return (following?.flags || []).map((one) => word("flagged", { number: trick(one.play), text: one.text }));
  }

  // Dealer, level and trump in words, and how the last trick was won.
  #facts(report) {
    const { dealer, level, trump, bids } = report;
    const said = [];
    if (dealer) said.push(word("says-dealer", { seat: this.names.get(dealer) }));
    if (level) said.push(word("says-level", { level }));
    if (trump !== undefined) said.push(word("says-trump", { trump: word(`trump-${(trump || NO_TRUMP).toLowerCase()}`) }));
    for (const { seat } of bids || []) said.push(word("says-bid", { seat: this.names.get(seat) }));
    return [...said, ...this.result.facts(report)];
  }

  #note(said) {
    const note = shape("note", this.root);
    part(note, "how").replaceChildren(...suited(said));
    return note;
  }

  // N, W, S, E choose who deals or whose turn it is.
  key(event) {
    const seat = event.key.toUpperCase();
    if (!this.names.has(seat)) return false;
    this.#seat(seat);
    return true;
  }

  #seat(seat) {
    const { depth, plays, dealer } = this.entry;
    if (depth === TRICKS && plays.length) return this.#step({ turn: { seat, at: plays.length } });
    if (dealer === seat || !this.#isAsked) return null;
    return this.#step({ dealer: seat }, this.#seatButtons());
  }

  #seatButtons() {
    return this.labels.map((label) => this.compass.button(label));
  }

  #step(changes, touched = []) {
    this.marks.drop(touched);
    this.changed({ ...this.entry, ...changes });
  }

  #deepen(depth) {
    this.chosen?.set(depth);
    this.#step({ depth });
  }

  // What is known before play, and where what is written differs from it.
  #begins() {
    const { onDeal, level } = this.#expected(this.deal);
    const now = this.report(this.entry, this.deal);
    const other = now.dealer && onDeal.length && !onDeal.includes(now.dealer);
    const own = this.#known(this.entry).level;
    const differs = other || (own && now.level && now.level !== own);
    const said = this.levels.byBoard ? this.#ofBoard(onDeal, level) : onDeal.length
      ? word(level ? "expected" : "expected-dealer", { seat: this.#oneOf(onDeal), level })
      : this.#saysFirst(level);
    const hint = part(this.root, "expected");
    hint.textContent = differs ? word("expected-differs", { expected: said }) : said;
    hint.classList.toggle("differs", Boolean(differs));
    const asked = this.#isAsked;
    for (const name of ["who-deals", "level"]) part(this.root, name).hidden = !asked;
    part(this.root, "otherwise").hidden = !this.levels.byBoard;
    part(this.root, "otherwise").setAttribute("aria-pressed", String(asked));
    part(this.root, "level-now").textContent = now.level || "—";
    this.level.show(now.level || null);
    this.trump.show(this.entry.trump);
  }

  // At which level the first deal is played: whoever deals, or by who does.
  #saysFirst(level) {
    const either = this.#either(this.deal);
    if (!either.length) return word(level ? "expected-nobody" : "expected-unknown", { level });
    const rank = (one) => this.levels.levels.indexOf(one.level);
    const [ahead] = [...either].sort((one, another) => rank(another) - rank(one));
    const [side, behind] = [false, true].map((attacks) =>
      either.filter(({ dealer }) => this.levels.attacks(dealer, ahead.dealer) === attacks));
    const [seat, partner] = side.map(({ dealer }) => this.#called(dealer));
    return word("expected-either", { seat, partner, level: ahead.level, other: behind[0].level });
  }

  #called(label) {
    return this.seats.find((seat) => seat.label === label).name;
  }

  #ofBoard([seat], level) {
    return word(seat ? "expected-board" : "expected-no-board", { seat: this.names.get(seat), level: level || "—" });
  }

  #showSeats(report) {
    const { depth } = this.entry;
    this.compass.choose(depth === TRICKS && report.dealer ? this.play.turn : report.dealer || "");
    for (const label of this.labels) {
      const attacks = this.levels.attacks(label, report.dealer);
      const role = label === report.dealer ? "seat-dealer" : attacks ? "seat-attacks" : "seat-partner";
      this.compass.button(label).toggleAttribute("data-deals", label === report.dealer);
      this.compass.tell(label, attacks === null ? "" : word(role), []);
    }
    if (depth !== TRICKS) this.middle.lie(this.compass.middle, report);
    else this.compass.lay(this.entry.plays.length + this.play.put.length ? this.#trick() : this.#bid(report));
    this.root.dataset.lies = depth === TRICKS ? "trick" : "open";
  }

  #trick() {
    return this.labels.flatMap((seat) => this.faces.faces(this.play.down(seat)).map((face) => ({ face, seat })));
  }

  // The level card of the trump suit lies in the middle; with no trump a joker.
  #bid({ level, trump }) {
    if (!level || trump === undefined) return [];
    return [{ face: this.faces.face(trump ? trump + level : "RJ") }];
  }

  // What it comes to so far, and what is still missing.
  #comes(report) {
    const gaps = this.gaps(this.entry);
    const missing = gaps.map(({ field }) => word(`name-${field}`)).join(word("list-comma"));
    part(this.root, "comes-said").textContent = facts(...this.#sums(report));
    part(this.root, "comes-missing").textContent = gaps.length ? word("still-missing", { missing }) : "";
  }

  // The attackers' points, the levels they come to, and who deals next: as far as the report tells.
  #sums(report) {
    const sum = report.plays ? "" : this.result.sum(report);
    return [...(sum ? [sum] : []), ...this.#gainSaid(report), ...this.#nextSaid(report)];
  }

  #gainSaid(report) {
    const outcome = this.levels.outcome(report);
    if (!outcome) return [];
    const [fall, count] = [Math.min, Math.max].map((end) => end(...Object.values(outcome.levels)));
    const climbed = fall < 0 ? word("gain-hooked", { count: -fall }) : this.#climbSaid(outcome, count);
    if (!this.levels.sumsUp) return [climbed];
    const attacker = this.labels.find((seat) => this.levels.attacks(seat, report.dealer));
    const counts = word("gain-sum", { count: signed(outcome.scores[attacker]) });
    return this.levels.byBoard ? [counts] : [counts, climbed];
  }

  #climbSaid(outcome, count) {
    if (!count) return word(outcome.keeps ? "gain-kept" : "gain-changed");
    return word(outcome.keeps ? "gain-dealers" : "gain-attackers", { count });
  }

  #nextSaid(report) {
    if (!this.deal || !this.goesOn(this.deal)) return [];
    const deals = [...this.history(this.deal), { report, opens: this.#opens(this.deal), either: this.deal.either }];
    const { onDeal, level } = this.levels.after(deals);
    if (!onDeal.length || this.levels.isWon(deals)) return [];
    return [word(level ? "next-deals" : "next-dealer", { seat: this.#oneOf(onDeal), level })];
  }

  #opens({ begins, play_order: order }) {
    return begins ? begins.first_deal : order === 1;
  }

  // Where on the page a problem stands.
  #concerned({ field = "" }) {
    if (/^(dealer|hands)/.test(field)) return this.#seatButtons();
    if (/^level/.test(field)) return this.level.buttons;
    if (/^trump/.test(field)) return this.trump.buttons;
    return this.entry.depth === TRICKS ? [] : this.result.concerned(field);
  }
}
