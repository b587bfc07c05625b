// What is still open while a deal is written down: the points that each seat can still come to, and who can still take
// all hearts or every scoring card. The server is asked only while somebody looks.

import { facts, part, put, shape, signed, text, word } from "../words.js";

export class Outlook {
  // `page`: labels, names, shapes; `toggled()` hears that somebody looks, or no longer.
  constructor(root, page, toggled) {
    this.root = root;
    this.page = page;
    this.details = root.querySelector("details");
    this.details.addEventListener("toggle", toggled);
    root.closest("dialog").addEventListener("close", () => (this.details.open = false));
  }

  get isOpen() {
    return this.details.open;
  }

  // `outlook` is the server's, null while it is not known.
  show(outlook) {
    part(this.root, "outlook-said").textContent = outlook ? this.#says(outlook) : "";
    put(part(this.root, "outlook-seats"), outlook ? this.page.labels.map((seat) => this.#seat(seat, outlook)) : []);
  }

  #seat(seat, { scores }) {
    const row = shape("outlook", this.page.shapes);
    const [low, high] = scores[seat] || [];
    part(row, "seat").textContent = this.page.names.get(seat);
    const points = low === high ? signed(low) : word("outlook-range", { low: signed(low), high: signed(high) });
    put(part(row, "range"), [text(seat in scores ? points : "")]);
    return row;
  }

  #says({ unplaced, within_reach: { all_hearts: hearts = [], slam = [] } }) {
    if (!unplaced.length) return word("outlook-none");
    const names = (seats) => seats.map((seat) => this.page.names.get(seat)).join(word("list-comma"));
    const said = [word("outlook-open", { count: unplaced.length })];
    if (hearts.length) said.push(word("outlook-hearts", { seats: names(hearts) }));
    if (slam.length) said.push(word("outlook-slam", { seats: names(slam) }));
    return facts(...said);
  }
}
