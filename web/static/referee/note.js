// What the page says above the points of a deal: where the deal is, and what is still to be done at the table.

import { AGAIN_IN, AGREED, ALL, DONE, forReferee, RECORDED, REFUSED, RULING, SEALED, TO_ENTER } from "./deal_state.js";
import { PREVIEW } from "./result.js";
import { dealName, facts, sentences, word } from "./words.js";

// `shown`: {step, deal, sheet, correction, may, refused, next}
export function noteOf(round, shown) {
  const { step, deal, sheet } = shown;
  if (step === PREVIEW) {
    const contested = sheet.problems.length > 0 && sheet.problems.every(forReferee);
    const points = contested ? ofClaim(round) : ofPoints(sheet.settlement);
    return sentences(deal.state === "done" && word("note-correcting"), points);
  }
  if (step === AGREED) return sentences(ofSending(round, round.items(deal)), ahead(round, shown));
  if (step === RULING && sheet.objected?.length) {
    return word("note-objected", { seats: names(round.pack, sheet.objected) });
  }
  if (step === RULING && sheet.problems.some(({ code }) => code === AGAIN_IN)) return word("note-again-in");
  if (step === RECORDED) return sentences(word("note-recorded"), ahead(round, shown));
  if (step === RULING) return sentences(ofClaim(round), ofKeeping(round.exchange, sheet));
  if (step === REFUSED) return word(shown.refused.kept ? "note-kept" : "note-refused");
  if (step === DONE) {
    return facts(round.allFinished && dealName(deal), sentences(ofResult(round, shown), ahead(round, shown)));
  }
  return sentences(notCounted(round, deal, sheet), ofConfirmers(round, shown));
}

// A contested claim waits for the referee, whom the table calls once.
function ofClaim({ pack }) {
  return word(pack.calls?.length ? "note-ruling-called" : "note-ruling");
}

// Whether the points are there, and who reckoned them: the page knows no lines, which the server sends.
function ofPoints(settlement) {
  if (!settlement) return word("note-offline");
  return settlement.lines ? "" : word("note-reckoned");
}

function ofConfirmers({ pack, exchange }, { sheet, may }) {
  if (!may.length) return word("note-referee");
  if (pack.event.confirmation === ALL) return word("note-awaited", { seats: names(pack, may) });
  return ofKeeping(exchange, sheet, "note-kept-here");
}

// That a sheet has not reached the server; nothing while the network works and it is on its way.
function ofKeeping(exchange, sheet, kept = "note-unsent") {
  return sheet.acked || exchange.connection.works ? "" : unsent(exchange, sheet.key, kept);
}

// Where an item is kept: what only this page has is lost when it is closed.
const unsent = ({ outbox }, key, kept) => word(outbox.unkept.includes(key) ? "note-only-here" : kept);

function ofSending({ exchange }, items) {
  if (exchange.connection.works) return word("note-sending");
  const bare = items.find(({ key }) => exchange.outbox.unkept.includes(key));
  return unsent(exchange, bare?.key, "note-unsent");
}

// Whoever confirmed is told where that did not count and can be done again.
function notCounted(round, deal, sheet) {
  const said = round.unconfirmed(deal, sheet);
  const texts = said?.problems?.map((problem) => problem.text) || [];
  return said && word("note-again", { text: sentences(...(texts.length ? texts : [said.text])) });
}

// What became of what this table sent, where it is not simply the result: another one stands, or this one stood already
// when it was confirmed.
function ofResult(round, shown) {
  return sentences(ofUncounted(round, shown), ofCorrection(round.exchange, shown.correction));
}

export function ofUncounted(round, { step, deal, correction }) {
  const { objection } = round.draft(deal);
  if (step !== DONE || correction || !objection) return "";
  if (!round.isOwn(deal) && !deal.counts?.includes(objection.of)) return word("note-other-stands");
  const late = objection.key !== objection.of && objection.code === "result_changed";
  return late ? word("note-late") : "";
}

function ofCorrection(exchange, correction) {
  if (!correction) return word("note-done");
  if (correction.refused) return word(correction.refused.kept ? "note-kept" : "note-refused");
  return correction.acked ? word("note-with-referee") : unsent(exchange, correction.key, "note-correction-unsent");
}

// What comes next.
function ahead(round, { next }) {
  if (!next) return "";
  const left = round.stateOf(next);
  const deal = dealName(next);
  return [SEALED, REFUSED].includes(left) ? word(`left-${left}`, { deal }) : word("left-open", { deal });
}

// The words on the button that leads to the next deal.
export function nextWords(round, next) {
  if (!next || TO_ENTER.includes(round.stateOf(next))) return word("go-next");
  return word("go-left", { deal: dealName(next) });
}

function names(pack, labels) {
  const seats = pack.seats.filter(({ label }) => labels.includes(label));
  return seats.map(({ seat_name, name }) => `${seat_name} ${name}`).join(word("list-comma"));
}
