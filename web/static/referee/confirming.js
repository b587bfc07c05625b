// Confirming on this device: by a tap on a name, or by a tap and that player's own PIN. Where players confirm on their
// own phones nothing is confirmed here.

import { PinPad } from "./pin.js";

export const TAP = "tap";
export const PIN = "pin";
export const PHONE = "phone";

export class Confirming {
  // `seal(deal, content, options)` puts a confirmation into the outbox.
  constructor(round, seal) {
    this.round = round;
    this.seal = seal;
    this.pad = new PinPad();
  }

  // Answers what was sealed; null where the pad was put away, or where nothing could be kept.
  async confirm(label) {
    const { round } = this;
    const { deal } = round;
    const sheet = round.sheet(deal);
    const pin = round.pack.event.proof === PIN ? await this.pad.ask(round.seat(label)) : "";
    if (pin === null) return null;
    const content = { sheet: sheet.key, sheet_digest: sheet.digest, seat: label };
    return this.seal(deal, content, { after: sheet.key, pin });
  }
}
