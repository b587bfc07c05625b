// What this device believes to have handed in and the server does not know: it runs on a copy of its data that is older.
// A sheet that is missing comes once more under its old key, where the deal is as it was when the sheet was sealed, and
// waits for an official. Confirmations that are missing are asked for again at the table.

import { CONFIRMATION } from "./outbox.js";
import { sha256 } from "./sha256.js";

const isOpen = (deal, sheet) => deal.state !== "done" && sheet?.acked;

// The sealed text of a sheet, null where it was sealed for another version of its deal than the one that stands.
function sealedOf({ uid: deal, version: seen }, { recorder, report, digest }) {
  const sealed = JSON.stringify({ deal, seen, recorder, report });
  return sha256(sealed) === digest ? sealed : null;
}

// The item for a sheet that has to come again, null where it arrived, was refused since, or its deal is another one.
function missing(deal, { sheet, objection }) {
  if (!isOpen(deal, sheet) || !deal.arrived || deal.arrived.includes(sheet.key)) return null;
  if (objection?.key === sheet.key) return null;
  const sealed = sealedOf(deal, sheet);
  return sealed && { key: sheet.key, digest: sheet.digest, sealed, deal: deal.uid };
}

// The seats whose word on a sheet is wanted again, null where the server knows all that this device knows.
function unheard(deal, { sheet }, items) {
  if (!isOpen(deal, sheet) || deal.sheet?.key !== sheet.key || !sheet.awaited) return null;
  if (items.some(({ kind, deal: of }) => kind === CONFIRMATION && of === deal.uid)) return null;
  const { awaited } = deal.sheet;
  return awaited.every((label) => sheet.awaited.includes(label)) ? null : awaited;
}

export class Restored {
  #refused = new Set(); // what could not even be kept is not sent again by this page

  constructor(drafts, outbox) {
    this.drafts = drafts;
    this.outbox = outbox;
  }

  // Whether the round that came lacks something that this device had handed in.
  lacks(deals) {
    return deals.some((deal) => this.#missing(deal) || this.#unheard(deal));
  }

  // Asks for the missing confirmations again and sends the missing sheets by `send(item)`, which answers whether the
  // server has it now.
  async mend(deals, send) {
    for (const deal of deals) {
      const [item, awaited] = [this.#missing(deal), this.#unheard(deal)];
      if (awaited) this.drafts.set(deal.uid, { sheet: { ...this.drafts.get(deal.uid).sheet, awaited } });
      if (item && (await send(item)) === false) this.#refused.add(item.key);
    }
  }

  #missing(deal) {
    const item = missing(deal, this.drafts.get(deal.uid));
    return item && !this.#refused.has(item.key) ? item : null;
  }

  #unheard(deal) {
    return unheard(deal, this.drafts.get(deal.uid), this.outbox.items);
  }
}
