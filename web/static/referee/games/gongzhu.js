// The entry of a deal of 拱猪: who exposed what, and which seat won each scoring card; where the event or who writes
// wants more, the hands and every play. What there is to ask comes from the game's blank sheet (`blank`), so every set
// of rules has its own page without a rule in it here.

import { Faces } from "../cards.js";
import { Compass } from "../compass.js";
import { courseOf, wonIn } from "../course.js";
import { Marks } from "../marks.js";
import { cardOf, givenBy, pileOf, pilesOf, tilesOf } from "../tiles.js";
import { fill, part, shape, text, word } from "../words.js";
import { Claim } from "./gongzhu_claim.js";
import { CAPTURES, Depth, depthsFrom, firstStep, HANDS, PLAY, TRICKS, WON } from "./gongzhu_depth.js";
import { Exposures } from "./gongzhu_exposed.js";
import { Hands } from "./gongzhu_hands.js";
import { worthBy } from "./gongzhu_order.js";
import { Outlook } from "./gongzhu_outlook.js";
import { Play } from "./gongzhu_play.js";
import { ownersOf, Reports } from "./gongzhu_report.js";
import { sharedBy, sharesOut, Won } from "./gongzhu_won.js";

const OF_OWNERS = /^dealt/;
const MOST_SHOWN = 13; // cards of a hand on the felt
const NOT_YET = Object.freeze({ tricks: [], trick: [], next: null });

export class Entry {
  #at = null; // the deal and the step that are shown
  #before = "";

  // `changed(entry)` hears of every step; `blank` is what the sheet of a deal asks for, `depth` the least of the
  // event; `follow(report, outlook)` is what the server says of a report, null while it has not; `read(text)` reads
  // cards.
  constructor(root, { seats, blank, lookup, down, depth, chosen, changed, follow, read, call }) {
    Object.assign(this, { root, seats, changed, follow, chosen, call });
    this.faces = new Faces(root);
    this.names = new Map(seats.map((seat) => [seat.label, seat.seat_name]));
    this.labels = seats.map(({ label }) => label);
    this.lateIs = lookup?.late;
    this.#learn(blank, depth);
    const { clockwise } = this.blank;
    this.compass = new Compass(part(root, "compass"), { seats, down, clockwise, chosen: (seat) => this.#seat(seat) });
    this.marks = new Marks();
    this.#lay(read);
  }

  #learn(blank, depth) {
    const empty = { depths: [], deck: [], suits: [], ranks: [], claims: [], first_won: [], hand_size: 0 };
    this.blank = { ...empty, ...blank };
    this.tiles = tilesOf(this.faces.ordered(blank.cards));
    this.depths = depthsFrom(this.blank.depths, depth || CAPTURES);
    const [least = CAPTURES] = this.depths;
    const deckTiles = tilesOf(this.blank.deck);
    this.reports = new Reports({ seats: this.seats, blank: this.blank, tiles: this.tiles, deckTiles, least });
    this.order = { seats: this.labels, worth: worthBy(this.blank.ranks) };
  }

  #lay(read) {
    const { root, seats, blank, faces, names, labels, reports, tiles } = this;
    const edge = (label) => this.compass.edge(label);
    const page = { seats, blank, faces, names, labels, reports, tiles, shapes: root, edge, call: this.call };
    const step = (...changes) => this.#step(...changes);
    const goes = (name) => this.#go(name);
    this.exposures = new Exposures(part(root, "exposed"), { ...page, asks: (card) => this.#asks(card),
      owner: (tile) => this.#owner(tile) }, step);
    this.won = new Won(part(root, "won"), page, step);
    this.hands = new Hands(part(root, "hands"), page, { step, read, goes });
    this.play = new Play(part(root, "play"), { ...page, order: this.order }, step);
    this.outlook = new Outlook(part(root, "outlook"), page, () => this.changed(null));
    const claim = { root: part(root, "claim"), line: part(root, "claim-line"), sheet: part(root, "claim-sheet") };
    this.claim = new Claim(claim, page, step);
    this.depth = new Depth({ root: part(root, "depth"), steps: part(root, "steps"), shapes: root, depths: this.depths,
      chosen: (depth) => this.#deepen(depth), goes });
  }

  // A deal begins at the depth at which the last one was written.
  empty() {
    const kept = this.chosen?.get();
    return this.reports.empty(this.depths.includes(kept) ? kept : this.depths[0] || CAPTURES);
  }

  from(report) {
    return this.reports.from(report);
  }

  turn(down) {
    this.compass.turn(down);
  }

  show(entry, problems, deal) {
    this.entry = this.#whole(entry, deal);
    this.deal = deal;
    this.unowned = new Set(problems.flatMap(({ field = "", cards = [] }) => (OF_OWNERS.test(field) ? cards : [])));
    this.course = this.#course(this.entry);
    this.#showStep();
    const following = this.#follows() ? this.follow(this.report(entry, deal), this.outlook.isOpen) : null;
    this.hands.show(this.entry);
    this.play.show(this.entry, this.course, following, deal?.begins?.leads);
    this.won.show(this.entry, this.#played(this.entry, this.course));
    this.exposures.show(this.entry);
    this.outlook.show(following?.outlook);
    this.claim.show(this.entry, this.course);
    this.#showSeats();
    this.marks.show(problems, (problem) => this.#concerned(problem));
  }

  // An entry of before: what it does not know is empty, and it is no shallower than the event wants. Hands that stand
  // in the record of an opened board need not be entered.
  #whole(entry, deal = this.deal) {
    const given = { ...this.reports.empty(this.depths[0] || CAPTURES), ...entry };
    const known = deal?.hands && !Object.keys(given.hands).length;
    const whole = known ? { ...given, hands: givenBy(this.reports.deck, deal.hands) } : given;
    return this.depths.length && !this.depths.includes(whole.depth) ? { ...whole, depth: this.depths[0] } : whole;
  }

  #course({ depth, plays }) {
    return depth === TRICKS ? courseOf(plays, this.order) : NOT_YET;
  }

  // Who won what by the plays, null where no plays are written.
  #played({ depth }, course) {
    return depth === TRICKS ? wonIn(course, this.tiles) : null;
  }

  #follows() {
    return this.step === PLAY || (this.step === WON && this.outlook.isOpen);
  }

  // The facts as the game reads them.
  report(entry, deal = this.deal) {
    const whole = this.#whole(entry, deal);
    const opens = deal?.begins ? deal.begins.first_deal : deal?.play_order === 1;
    return this.reports.of(whole, { opens, tricks: this.#course(whole).tricks.length });
  }

  // What the page itself can see is not finished. `answerable`: the server has better words for it.
  gaps(entry) {
    const whole = this.#whole(entry);
    const missing = this.#missing(whole);
    const unowned = whole.depth === CAPTURES || whole.claim ? this.exposures.unowned(whole) : [];
    const own = (field, cards, name, answerable) => ({ field, cards, text: word(name), answerable });
    return [
      ...(missing.length ? [own("won", missing, "cards-missing", true)] : []),
      ...(this.#isHalfDealt(whole) ? [own("hands", [], "deal-missing", true)] : []),
      ...(unowned.length ? [own("dealt", unowned, "owner-missing", true)] : []),
      ...this.exposures.unsaid(whole).map((tile) => own("exposed", [cardOf(tile)], "exposer-missing", false)),
      ...this.claim.gaps(whole),
    ];
  }

  // What is missing until the deal can be checked, in the words of the one button; empty when it is complete.
  lacks(entry, deal = this.deal) {
    const whole = this.#whole(entry, deal);
    const said = (name, count) => (count > 0 ? word(name, { count }) : "");
    const dealt = Object.keys(this.reports.dealt(whole)).length;
    if (whole.depth === HANDS || Object.keys(whole.hands).length) {
      const open = said("lacks-hands", this.reports.deck.length - dealt);
      if (open && whole.depth !== CAPTURES) return open;
    }
    const cards = this.#missing(whole).length;
    if (whole.depth === TRICKS && !whole.claim && cards) return said("lacks-plays", this.play.cardsLeft(whole.plays));
    return said("lacks-cards", cards) || (this.gaps(entry).length ? word("lacks-answer") : "");
  }

  // Who writes every trick need not know the hands, but what is begun is finished.
  #isHalfDealt(entry) {
    if (entry.depth === CAPTURES || (entry.depth === TRICKS && !Object.keys(entry.hands).length)) return false;
    return !this.reports.isWhole(this.reports.dealt(entry));
  }

  #missing(entry) {
    return this.won.unplaced(entry, this.#played(entry, this.#course(entry)));
  }

  // How a report is read back: the cards of one seat, those it got by a claim among them, and what else it says.
  wonBy({ won, plays, claim }, label) {
    const piles = won || pilesOf(this.tiles, wonIn(courseOf(plays || [], this.order), this.tiles), this.labels);
    const given = givenBy(this.tiles, piles);
    const out = this.tiles.filter((tile) => !(tile in given)).map(cardOf);
    return this.faces.faces([...(piles[label] || []), ...sharedBy(claim, out, label)]);
  }

  // What the points follow from, for who has the tables of these rules; null where a claim decides.
  counted({ won, exposed = [], dealt, hands, plays, claim }) {
    if (claim) return null;
    const piles = won || pilesOf(this.tiles, wonIn(courseOf(plays || [], this.order), this.tiles), this.labels);
    return { won: piles, exposed, owners: ownersOf({ exposed, dealt, hands, plays }) };
  }

  // `told` are sentences of the server, which knows what was decided too.
  notes({ exposed, claim, dealt, hands, plays }, { following = null, told = [], flagged = true } = {}) {
    const own = claim && !told.length ? [this.claim.says(claim, claim.after_trick)] : [];
    return [
      ...this.#ownersNote(ownersOf({ exposed, dealt, hands, plays })),
      ...(exposed || []).map((one) => this.#exposedNote(one)),
      ...[...told, ...own].map((said) => this.#note(said)),
      ...(flagged ? this.#flagged(following) : []),
      ...(following?.warnings || []).map(({ text: said }) => this.#note(said)),
    ];
  }

  // What looks like play against the rules: exposures that came too late, and plays.
  flags({ exposed }, following = null) {
    const late = (exposed || []).filter((one) => one.late).map((one) => this.#exposedNote(one));
    return [...late, ...this.#flagged(following)];
  }

  // How many exposures came too late and count as void, until the referee allows them.
  voided({ exposed }) {
    if (this.lateIs !== "void") return 0;
    return (exposed || []).filter((one) => one.late && !one.allowed).length;
  }

  #flagged(following) {
    const trick = (play) => Math.floor(play / this.labels.length) + 1;
    const flags = following?.flags || [];
    return flags.map(({ play, text: said }) => this.#note(word("flagged", { number: trick(play), text: said })));
  }

  // Who was dealt the cards of which the rules count it: "♠Q dealt to West".
  #ownersNote(owners) {
    const known = this.blank.owners.filter((card) => owners[card]);
    if (!known.length) return [];
    const note = shape("owners-note", this.root);
    for (const card of known) {
      const one = shape("note", this.root);
      part(one, "card").replaceChildren(this.faces.face(card));
      part(one, "how").textContent = word("dealt-to", { seat: this.names.get(owners[card]) || owners[card] });
      note.append(one);
    }
    return [note];
  }

  #exposedNote({ seat, card, kind, late }) {
    const note = shape("note", this.root);
    part(note, "card").replaceChildren(this.faces.face(card));
    const says = word("exposed-by", { kind: word(`kind-${kind}`), seat: this.names.get(seat) });
    part(note, "how").textContent = late ? word("exposed-late", { says }) : says;
    return note;
  }

  #note(said) {
    return fill(shape("said", this.root), { how: said });
  }

  // What nobody at the table can settle.
  toReferee({ claim }) {
    return claim?.contested ? [{ code: "claim_contested", cards: [], seats: [], text: word("claim-contested") }] : [];
  }

  // N, W, S, E choose a seat; Escape leaves a question unanswered.
  key(event) {
    if (event.key === "Escape") return this.exposures.close();
    const seat = event.key.toUpperCase();
    if (!this.names.has(seat)) return false;
    this.#seat(seat);
    return true;
  }

  #plays() {
    return this.step === PLAY && !this.entry.claim;
  }

  #seat(seat) {
    if (this.#plays()) this.#step(this.play.chosen(seat));
    else this.#step({ seat });
  }

  // What is said of a seat concerns the cards that it has, so it is out of date with any of them.
  #step(changes, touched = []) {
    const seats = touched.length ? this.labels.map((label) => this.compass.button(label)) : [];
    this.marks.drop([...touched, ...seats]);
    this.changed({ ...this.entry, ...changes });
  }

  // Who writes more or less from here on; what the plays have told is kept where they are written no more.
  #deepen(depth) {
    this.chosen?.set(depth);
    this.#at = null;
    const told = this.#played(this.entry, this.course);
    const won = told && !Object.keys(this.entry.won).length ? told : this.entry.won;
    this.#step({ depth, won });
  }

  #go(step) {
    this.#at = { deal: this.deal?.uid, step };
    this.changed(null);
  }

  // The step on the page: where the finger went, else the first that is not done. "Undo" goes where it has an effect.
  #showStep() {
    const { depth, hands, plays, won } = this.entry;
    const whole = this.reports.isWhole(this.reports.dealt(this.entry));
    if (this.#at?.deal !== this.deal?.uid || this.#at === null) {
      this.#at = { deal: this.deal?.uid, step: plays.length && depth === TRICKS ? PLAY : firstStep(depth, whole) };
    } else if (depth !== CAPTURES) this.#follow(JSON.stringify(hands), JSON.stringify([plays, won]));
    this.#before = { hands: JSON.stringify(hands), rest: JSON.stringify([plays, won]) };
    this.step = depth === CAPTURES ? WON : this.#at.step;
    this.depth.show(depth, this.step);
    this.#sections();
  }

  #follow(hands, rest) {
    if (hands !== this.#before.hands && this.#at.step !== HANDS) this.#at = { ...this.#at, step: HANDS };
    if (rest !== this.#before.rest && this.#at.step === HANDS) {
      this.#at = { ...this.#at, step: this.entry.depth === TRICKS ? PLAY : WON };
    }
  }

  #sections() {
    const { claim } = this.entry;
    const plays = this.step === PLAY;
    const shown = { hands: this.step === HANDS, play: plays, won: this.step === WON || (plays && sharesOut(claim)) };
    for (const [name, isShown] of Object.entries(shown)) part(this.root, name).hidden = !isShown;
    for (const name of ["turn", "hand"]) part(this.root, name).hidden = Boolean(claim);
    this.root.dataset.step = this.step;
    part(this.root, "exposed").hidden = this.step === HANDS || !this.exposures.any;
    part(this.root, "outlook").hidden = this.step === HANDS;
    part(this.root, "claim").hidden = this.step === HANDS || !this.blank.claims.length;
  }

  // The trick on the table; where only what was won is written, the scoring cards that nobody has yet.
  #middle() {
    const face = (card) => this.faces.face(card);
    if (this.step === HANDS) return [];
    if (!this.#plays()) return this.#missing(this.entry).map((tile) => ({ face: face(cardOf(tile)) }));
    return this.labels.flatMap((seat) => this.play.down(seat).map((card) => ({ face: face(card), seat })));
  }

  #showSeats() {
    this.compass.lay(this.#middle());
    this.root.dataset.lies = this.#plays() ? "trick" : "open";
    this.compass.choose(this.#plays() ? this.play.turn : this.entry.seat);
    for (const label of this.labels) this.compass.tell(label, ...this.#told(label));
  }

  #told(label) {
    if (this.step === HANDS) return [`${this.hands.count(label)}/${this.blank.hand_size}`, this.#hand(label)];
    if (!this.#plays()) {
      const pile = pileOf(this.tiles, this.#given(), label);
      return [pile.length, this.faces.faces(pile)];
    }
    const count = this.course.tricks.filter(({ winner }) => winner === label).length;
    return [count, []];
  }

  // A hand that finds room on the felt, suit by suit.
  #hand(label) {
    const hand = this.blank.hand_size > MOST_SHOWN ? [] : this.hands.pile(label);
    return hand.map((card) => this.faces.face(card));
  }

  #given() {
    const { won, claim } = this.entry;
    const played = this.#played(this.entry, this.course);
    return { ...(sharesOut(claim) ? claim.allocation : {}), ...(played || won) };
  }

  // Whether the page asks who was dealt a card. Hands and plays tell it; while every card is still in hand, and nothing
  // has named this one as missing, a tap says only that it was exposed.
  #asks(card) {
    const { depth, plays } = this.entry;
    if (depth === CAPTURES) return true;
    return !this.#owner(card) && (depth === HANDS || plays.length > 0 || this.unowned.has(card));
  }

  // Whose a card was, where the hands or the plays say it.
  #owner(tile) {
    return this.entry.depth === CAPTURES ? null : this.reports.held(this.entry)[tile];
  }

  // Where on the page a problem stands: the tiles of its cards, else the seats it names.
  #concerned({ field = "", cards = [], seats = [] }) {
    if (/^(exposed|dealt)/.test(field)) return this.exposures.tiles(cards);
    const tiles = this.step === HANDS ? this.hands.tiles(cards) : this.step === PLAY ? [] : this.won.tiles(cards);
    return tiles.length ? tiles : seats.map((seat) => this.compass.button(seat)).filter(Boolean);
  }
}
