// A deal from the preview to the end: one column for each seat with the lines that add up to its points, and below
// them the step that comes next.

import { relationOf } from "./compass.js";
import { PHONE } from "./confirming.js";
import { AGREED, DONE, FINISHED, RECORDED, REFUSED, RULING, SEALED } from "./deal_state.js";
import { showState, reasons } from "./status.js";
import { apart, dealName, DOT, fill, part, put, shape, signed, word } from "./words.js";

const NARROW = matchMedia("(max-width: 37.49rem)");
const WHOLE_SUIT = 13; // cards of which the words of a line tell by themselves

export const PREVIEW = "preview";

const BACK = { [PREVIEW]: "back-cards", [SEALED]: "back-correct", [RULING]: "back-correct", [REFUSED]: "back-again" };

export class Result {
  // `game` reads reports; `confirm(seat)` hears who agrees.
  constructor(root, { game, confirm, soFar }) {
    this.root = root;
    this.soFar = soFar;
    this.game = game;
    this.confirm = confirm;
    NARROW.addEventListener("change", () => this.ended && this.#ends(this.ended));
  }

  // `shown`: {step, deal, seats, sheet, correction, note, may (seats that may confirm), refused, again,
  // waits (whether no deal is left), uncounted (whether something that was sent does not count), next, nextWords}
  show(shown) {
    const { step, deal, sheet } = shown;
    fill(this.root, { title: titleOf(shown) });
    showState(part(this.root, "state"), step, word(`state-${step}`));
    this.#note(shown);
    this.#reasons(shown.refused);
    this.#columns(shown.seats, sheet);
    this.#flags(shown);
    put(part(this.root, "notes"), this.#notes(shown));
    this.#recorder(shown);
    this.#ends({ step, deal });
    this.#steps(shown);
  }

  // A deal that is over shows what it comes to; how that adds up is folded until a finger opens it.
  // So it is on a phone while names are to be tapped, which cover what stands there.
  #ends(ended) {
    this.ended = ended;
    const { step, deal } = ended;
    const isOver = FINISHED.includes(step);
    const details = part(this.root, "adds-up");
    const isOpen = !isOver && !(step === SEALED && NARROW.matches);
    const at = `${deal.uid} ${isOpen}`;
    if (details.dataset.at !== at) details.open = isOpen;
    details.dataset.at = at;
    this.root.toggleAttribute("data-over", isOver);
    this.root.toggleAttribute("data-bill", !isOver);
    this.soFar.show(isOver);
  }

  // What the sheet says beside the cards, and what the server tells of the deal.
  #notes({ step, deal, sheet }) {
    const more = { following: sheet?.settlement?.following, told: deal.notes || [], flagged: step === DONE };
    return this.game.notes(sheet?.report || {}, more);
  }

  // What looks like play against the rules stands above the points: the referee will see it.
  #flags({ step, sheet }) {
    const flags = step === DONE ? [] : this.game.flags(sheet?.report || {}, sheet?.settlement?.following);
    part(this.root, "flags").hidden = !flags.length;
    put(part(this.root, "flag-list"), flags);
    const voided = this.game.voided?.(sheet?.report || {}) || 0;
    const others = flags.length > voided ? "flags-void-besides" : "flags-void";
    part(this.root, "flags-mean").textContent = word(voided ? others : "flags-as-written");
  }

  #note({ note, step, correction, refused, again, uncounted }) {
    const waits = step === RECORDED || (step === DONE && correction);
    const quiet = waits ? "notice-waiting" : step === DONE && !uncounted ? "" : "notice-offline";
    const looks = refused || again || step === RULING ? "notice-dispute" : quiet;
    const notice = part(this.root, "notice");
    notice.hidden = !note;
    // What is done says so in its state: no second sign.
    notice.className = looks && `notice ${looks}`;
    put(part(notice, "notice-text"), apart(note || ""));
  }

  #reasons(refused) {
    const list = part(this.root, "reasons");
    list.hidden = !refused;
    put(list, reasons(refused));
  }

  // Every total first; below them the lines of those who have some.
  #columns(seats, sheet) {
    const { settlement } = sheet || {};
    const totals = part(this.root, "totals");
    totals.hidden = !settlement;
    totals.dataset.seats = seats.map(({ label }) => label).join("");
    put(totals, settlement ? seats.map((seat) => this.#sumOf(seat, settlement)) : []);
    const columns = seats.map((seat) => this.#column(seat, sheet || {}));
    put(part(this.root, "settlement"), onceEach(columns.filter(Boolean)));
  }

  #sumOf({ label, seat_name, name }, settlement) {
    const shown = fill(shape("total"), { label: seat_name, name });
    this.#total(shown, settlement, label);
    return shown;
  }

  // Without the lines of a settlement there are the cards: what is confirmed is what happened, the points follow from
  // it.
  #column({ label, seat_name, name }, { settlement, report }) {
    const column = fill(shape("settlement-seat"), { label: seat_name, name });
    this.#total(column, settlement, label);
    const lines = settlement && this.game.lines ? this.game.lines(settlement, label) : this.#sum(settlement, label);
    part(column, "lines").replaceChildren(...lines.map((line) => this.#line(line)));
    const cards = settlement?.lines || !report ? [] : this.game.wonBy(report, label);
    if (settlement && !lines.length && !cards.length) return null;
    part(column, "cards").replaceChildren(...(lines.length || cards.length || !report ? cards : [word("nothing-won")]));
    return column;
  }

  // A seat's points stand beside its name, in its column and on the button that confirms them.
  #total(shown, settlement, label) {
    part(shown, "total").hidden = !settlement;
    if (settlement) part(shown, "total").textContent = signed(settlement.scores[label]);
  }

  // The lines of a seat's raw points, and what the rules then make of them where they make something.
  #sum(settlement, label) {
    const converted = settlement?.conversions?.[label] || [];
    return [...(settlement?.lines?.[label] || []), ...(converted.length > 1 ? converted : [])];
  }

  #line({ text, cards = [], points }) {
    const line = fill(shape("line"), { text, points: points === null ? "" : signed(points) });
    part(line, "cards").replaceChildren(...this.game.faces.faces(cards.length < WHOLE_SUIT ? cards : []));
    return line;
  }

  #recorder({ seats, sheet, step }) {
    const seat = seats.find(({ label }) => label === sheet?.recorder);
    const line = part(this.root, "recorder");
    line.parentElement.hidden = !seat;
    line.parentElement.querySelector("button").hidden = step !== PREVIEW;
    if (seat) line.textContent = word("recorded-by", { seat: seat.seat_name, name: seat.name });
  }

  #steps({ step, seats, sheet, may, next, nextWords, proof }) {
    const bar = this.root.querySelector(".action-bar");
    const button = (act) => bar.querySelector(`[data-act="${act}"]`);
    const names = step === SEALED ? seats.filter(({ label }) => may.includes(label)) : [];
    this.#asked(names, seats, sheet, proof);
    button("back").hidden = !(step in BACK);
    if (step in BACK) part(button("back"), "back-text").textContent = word(BACK[step]);
    button("send").hidden = step !== PREVIEW;
    button("correct").hidden = step !== DONE;
    button("next").hidden = step === PREVIEW || !next;
    part(button("next"), "next-text").textContent = nextWords;
    button("next").classList.toggle("button-primary", [DONE, AGREED, RECORDED].includes(step) || !names.length);
    bar.hidden = [...bar.children].every((child) => child.hidden);
  }

  // Who is asked to confirm, and by what: a tap, a tap and a PIN, or a phone of one's own.
  #asked(names, seats, sheet, proof) {
    part(this.root, "confirm").hidden = names.length === 0;
    fill(this.root, { question: word(`ask-${proof}`), honest: word(`honest-${proof}`) });
    put(part(this.root, "names"), names.map((seat) => this.#name(seat, seats, sheet, proof)));
  }

  #name({ label, seat_name, name }, seats, { recorder, settlement }, proof) {
    const relation = relationOf(label, recorder, seats);
    const words = { label: seat_name, name, relation: relation && word(`relation-${relation}`) };
    const button = fill(proof === PHONE ? shape("awaited") : shape("confirmer"), words);
    this.#total(button, settlement, label);
    if (proof === PHONE) return button;
    button.dataset.seat = label;
    button.addEventListener("click", () => this.confirm(label));
    return button;
  }
}

// That a deal is done its state says; after the last one the table waits.
function titleOf({ step, deal, waits }) {
  if (waits && FINISHED.includes(step)) return word("all-entered");
  return step === DONE ? dealName(deal) : word(`title-${step}`, { deal: dealName(deal) });
}

// Partners whose lines are the same have one column.
function onceEach(columns) {
  const told = new Map();
  for (const column of columns) {
    const lines = part(column, "lines").textContent || column;
    const head = (of) => of.querySelector("h3 > span");
    if (told.has(lines)) head(told.get(lines)).append(DOT, head(column));
    else told.set(lines, column);
  }
  return [...told.values()];
}
