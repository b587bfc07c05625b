// The state of a deal, from the server's answer, the draft on this device and the items of the outbox.

import { CONFIRMATION } from "./outbox.js";

export const OPEN = "open"; // nothing entered
export const STARTED = "started"; // something entered
export const MENDING = "mending"; // the sheet that was sent has problems
export const SEALED = "sealed"; // sent or about to be; nobody has confirmed it
export const AGREED = "agreed"; // confirmed on this device, not yet by the server
export const RECORDED = "recorded"; // confirmed by the table; the record on paper is still to be compared
export const RULING = "ruling"; // sent; nobody but the referee can go on with it
export const REFUSED = "refused"; // the server did not take something of it
export const DONE = "done"; // the result stands

// The events in which every other side has to confirm.
export const ALL = "all_others";

export const TO_ENTER = [OPEN, STARTED, MENDING];
// What the table cannot mend: the sheet is sent all the same, and waits.
export const AGAIN_IN = "handed_in_again";
const FOR_REFEREE = ["claim_contested", "claim_to_referee", "claim_objected", AGAIN_IN];
export const forReferee = ({ code }) => FOR_REFEREE.includes(code);

// The table is through with such a deal, whether the server has heard of it or not.
export const FINISHED = [AGREED, RECORDED, DONE];

// The sheet that counts: this device's own until the server names another one, that is not one which it corrects;
// the round may be older than the correction.
export function sheetOf(deal, { sheet: own }) {
  if (!own) return deal.sheet || null;
  const known = !deal.sheet || [own.key, ...own.corrects].includes(deal.sheet.key);
  return own.acked && !known ? deal.sheet : heardOf(own, deal.sheet);
}

// Others may have confirmed it meanwhile, or objected to it, on phones of their own.
function heardOf(own, told) {
  if (own.key !== told?.key) return own;
  const awaited = own.awaited && own.awaited.filter((label) => told.awaited.includes(label));
  return { ...own, awaited, objected: told.objected };
}

// After these the same sheet can be confirmed once more, and nothing has to be entered again.
const AGAIN = [
  "lease_lost",
  "already_confirmed",
  "pin_wanted",
  "pin_not_of_player",
  "pin_shut",
  "pin_not_drawn",
  "phone_wanted",
];

// What the server said of something that it keeps and does not count, where it concerns what counts now.
const objectionTo = (sheet, { objection }) => (sheet && objection?.of === sheet.key ? objection : null);

// Why what counts now was not taken, by the server's word or because it could not even be read; a refusal of an
// older sheet says nothing about the deal any more.
export function refusalOf(sheet, items, draft) {
  const said = objectionTo(sheet, draft);
  if (said && !AGAIN.includes(said.code)) return said;
  return items.find((item) => item.refused && [item.key, item.after].includes(sheet?.key))?.refused || null;
}

// Why a confirmation did not count that can be given once more.
export function againstConfirming(sheet, draft) {
  const said = objectionTo(sheet, draft);
  return said && AGAIN.includes(said.code) ? said : null;
}

// The seats that may still confirm a sheet: those the server named, less those whose side did so on this device.
export function mayConfirm(sheet, pack, items) {
  const allowed = sheet.awaited || sheet.confirmers || pack.confirmers[sheet.recorder] || [];
  const side = (label) => pack.seats.find((seat) => seat.label === label)?.side;
  const heard = agreeing(sheet, items).map((item) => side(item.seat));
  return allowed.filter((label) => !heard.includes(side(label)));
}

const agreeing = (sheet, items) => items.filter((item) => item.kind === CONFIRMATION && item.after === sheet.key);

function isAgreed(sheet, pack, items) {
  if (!agreeing(sheet, items).length) return false;
  return pack.event.confirmation !== ALL || !mayConfirm(sheet, pack, items).length;
}

// The server has everything that the table has to say, and waits for the second record.
function isRecorded(sheet, { event }) {
  if (event.records !== "two" || event.confirmation === "referee") return false;
  return !sheet.problems?.length && sheet.awaited?.length === 0;
}

// One of the states above.
export function dealState(deal, draft, items, pack) {
  if (deal.state === "done") return DONE;
  const sheet = sheetOf(deal, draft);
  if (!sheet) return draft.entry ? STARTED : OPEN;
  if (refusalOf(sheet, items, draft)) return REFUSED;
  if (isAgreed(sheet, pack, items)) return AGREED;
  if (sheet.objected?.length) return RULING;
  if (isRecorded(sheet, pack)) return RECORDED;
  if (!sheet.problems?.length) return SEALED;
  return sheet.problems.every(forReferee) ? RULING : MENDING;
}
