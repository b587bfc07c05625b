// 声称: who claims, after which trick, what, and who accepts it. A contested claim goes to the referee.

import { pilesOf } from "../tiles.js";
import { facts, part, shape, word } from "../words.js";
import { TRICKS } from "./gongzhu_depth.js";
import { Statement } from "./gongzhu_statement.js";
import { sharesOut } from "./gongzhu_won.js";

// Whether all cards are won is seen, and nobody is asked.
const SEEN = "nothing_left";
// Who concedes asks the partner too.
const CONCEDES = "concede";
const AGREED = { contested: false, objecting: [] };

const afterTrick = (number) => (number ? word("claim-after", { number }) : word("claim-before"));

export class Claim {
  #seats = new Map();
  #kinds = new Map();
  #answers = new Map();
  #objections = new Map();

  // `root` has the button that opens the `sheet`, `line` what was claimed; `page`: seats, names, blank, shapes and
  // `call(reason)` for the referee; `step` takes changes of what is entered.
  constructor({ root, line, sheet }, page, step) {
    Object.assign(this, { line, sheet, page });
    this.step = step;
    this.most = page.blank.hand_size;
    root.hidden = !page.blank.claims?.length;
    for (const seat of page.seats) this.#laySeat(seat);
    for (const kind of page.blank.claims || []) this.#layKind(kind);
    const acts = { fewer: () => this.#trick(-1), more: () => this.#trick(1) };
    for (const [name, act] of Object.entries(acts)) part(sheet, name).addEventListener("click", act);
    part(sheet, "contested").addEventListener("click", () => this.#contest());
    const withdraw = () => this.step({ claim: null });
    part(sheet, "withdraw").addEventListener("click", withdraw);
    const call = (said) => this.page.call("claim", said);
    const seconds = page.blank.statement_seconds;
    this.statement = new Statement({ root: part(sheet, "statement"), line: part(line, "claim-clock"), seconds, withdraw, call });
  }

  #laySeat(seat) {
    this.#seats.set(seat.label, this.#who("claimants", seat, () => this.#claims(seat.label)));
    this.#answers.set(seat.label, this.#who("answers", seat, () => this.#accepts(seat.label)));
    this.#objections.set(seat.label, this.#who("objections", seat, () => this.#objects(seat.label)));
  }

  #who(name, { label, seat_name, name: person }, tapped) {
    const button = shape("whose", this.page.shapes);
    part(button, "label").textContent = seat_name;
    part(button, "name").textContent = person;
    button.dataset.seat = label;
    button.addEventListener("click", tapped);
    part(this.sheet, name).append(button);
    return button;
  }

  #layKind(kind) {
    const button = shape("choice", this.page.shapes);
    button.textContent = word(`claim-${kind}`);
    button.dataset.kind = kind;
    button.addEventListener("click", () => this.#states(kind));
    this.#kinds.set(kind, button);
    part(this.sheet, "claim-kinds").append(button);
  }

  show(entry, course) {
    this.entry = entry;
    this.tricks = entry.depth === TRICKS ? course.tricks.length : null;
    const { claim } = entry;
    press(this.#seats, (seat) => seat === claim?.seat);
    press(this.#kinds, (kind) => kind === claim?.kind);
    press(this.#answers, (seat) => claim?.accepted.includes(seat));
    press(this.#objections, (seat) => claim?.objecting?.includes(seat));
    for (const [seat, button] of this.#answers) button.hidden = !claim || !this.needed(claim).includes(seat);
    for (const [seat, button] of this.#objections) button.hidden = seat === claim?.seat;
    for (const one of this.sheet.querySelectorAll("[data-of-claim]")) one.hidden = !claim;
    part(this.sheet, "asked").hidden = !claim || claim.kind === SEEN;
    part(this.sheet, "answers").hidden = Boolean(claim?.contested);
    part(this.sheet, "objected").hidden = !claim?.contested || claim.kind === SEEN;
    part(this.sheet, "contested").setAttribute("aria-pressed", String(Boolean(claim?.contested)));
    part(this.sheet, "after").textContent = this.#after(claim);
    for (const name of ["fewer", "more"]) part(this.sheet, name).hidden = this.tricks !== null;
    this.line.hidden = !claim;
    part(this.line, "claim-line-said").textContent = claim ? this.says(claim) : "";
    this.statement.show(claim);
  }

  // Those who have to accept it: by the rules of the event those of the other sides, or everybody else, or nobody.
  needed({ seat, kind }) {
    const { acceptors } = this.page.blank;
    if (kind === SEEN || acceptors === "referee") return [];
    const side = (label) => this.page.seats.find((one) => one.label === label)?.side;
    const others = this.page.seats.map(({ label }) => label).filter((label) => label !== seat);
    if (kind === CONCEDES || acceptors === "all_others") return others;
    return others.filter((label) => side(label) !== side(seat));
  }

  // What the page itself sees is not said yet.
  gaps({ claim, depth }) {
    if (!claim) return [];
    const gap = (name, field) => ({ field, cards: [], text: word(name), answerable: false });
    const silent = this.needed(claim).filter((seat) => !claim.accepted.includes(seat));
    return [
      ...(claim.kind ? [] : [gap("claim-kind-missing", "claim.kind")]),
      ...(depth === TRICKS || claim.after_trick !== null ? [] : [gap("claim-trick-missing", "claim.after_trick")]),
      ...(claim.contested || !silent.length ? [] : [gap("claim-accept-missing", "claim.accepted")]),
    ];
  }

  says(claim, after = this.tricks ?? claim.after_trick) {
    const name = (seat) => this.page.names.get(seat);
    const shares = this.#shares(claim);
    const kind = claim.kind ? word(`claim-${claim.kind}`) : "…";
    const what = shares ? word("claim-shares", { what: kind, shares }) : kind;
    const when = after === null ? "" : afterTrick(after);
    const accepted = claim.accepted.map(name).join(word("list-comma"));
    const isContested = claim.contested && claim.kind !== SEEN;
    const answer = isContested ? word("claim-contested") : accepted && word("claim-accepted", { seats: accepted });
    return facts(word("claim-said", { seat: name(claim.seat), what }), when, answer);
  }

  // Who gets what was still out: of a report by seat, of what is being entered by tile.
  #shares(claim) {
    const { tiles, labels, faces, names } = this.page;
    const given = (sharesOut(claim) && claim.allocation) || {};
    const piles = Object.values(given).every(Array.isArray) ? given : pilesOf(tiles, given, labels);
    const named = (cards) => faces.faces(cards).map((face) => face.textContent.trim()).join(" ");
    const shares = Object.entries(piles).filter(([, cards]) => cards.length);
    const share = ([seat, cards]) => word("claim-share", { cards: named(cards), seat: names.get(seat) });
    return shares.map(share).join(word("list-comma"));
  }

  #after(claim) {
    const after = this.tricks ?? claim?.after_trick ?? null;
    return after === null ? word("claim-when-unsaid") : afterTrick(after);
  }

  #set(changes) {
    if (this.entry.claim) this.step({ claim: { ...this.entry.claim, ...changes } });
  }

  // Who says what is claimed has stated it; another kind later is a slip of the hand.
  #states(kind) {
    const { declared, stated } = this.entry.claim || {};
    this.#set({ kind, ...(declared && !stated ? { stated: Date.now() } : {}) });
  }

  // Whoever is tapped has declared a claim; another seat later is a slip of the hand.
  #claims(seat) {
    const before = this.entry.claim;
    const fresh = { declared: Date.now(), after_trick: null, kind: null, allocation: {}, accepted: [], objecting: [], contested: false };
    this.step({ claim: { ...(before || fresh), seat, accepted: [], objecting: [] } });
  }

  #accepts(seat) {
    const { accepted } = this.entry.claim;
    const others = accepted.filter((one) => one !== seat);
    this.#set({ accepted: others.length < accepted.length ? others : [...accepted, seat], ...AGREED });
  }

  #objects(seat) {
    const objecting = this.entry.claim.objecting || [];
    const others = objecting.filter((one) => one !== seat);
    this.#set({ objecting: others.length < objecting.length ? others : [...objecting, seat] });
  }

  #contest() {
    const contested = !this.entry.claim.contested;
    this.#set(contested ? { contested, accepted: [], objecting: [] } : AGREED);
    if (contested) this.page.call("claim");
  }

  #trick(by) {
    const { after_trick: now } = this.entry.claim;
    const next = now === null ? (by > 0 ? 1 : this.most - 1) : now + by;
    // Nobody claims before the first lead.
    this.#set({ after_trick: Math.max(1, Math.min(this.most - 1, next)) });
  }
}

function press(buttons, isPressed) {
  for (const [key, button] of buttons) button.setAttribute("aria-pressed", String(Boolean(isPressed(key))));
}
