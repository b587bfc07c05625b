// What lies in the middle of the felt while the result of a deal is asked for: the level card of the trump suit, and
// what the attackers have of all points of the cards, as a bar on which the deal changes sides at a mark.

import { part, put, shape } from "../words.js";

export class Middle {
  // `page`: levels, faces, shapes.
  constructor(page) {
    this.page = page;
    this.root = shape("level-middle", page.shapes);
    const { tables } = page.levels;
    part(this.root, "taken").hidden = !tables?.points;
    if (tables?.points) this.#scale(tables);
  }

  #scale({ points, brackets }) {
    const changes = brackets.find((row) => !row.dealer_keeps)?.points;
    part(this.root, "bar").max = points;
    part(this.root, "most").textContent = points;
    part(this.root, "changes").textContent = changes ?? "";
    part(this.root, "changes").style.setProperty("--at", (changes || 0) / points);
  }

  lie(middle, report) {
    const points = this.page.levels.outcome(report)?.points ?? report.attackers_points;
    put(part(this.root, "level-card"), this.#cards(report));
    part(this.root, "points").textContent = points ?? "—";
    part(this.root, "bar").value = points || 0;
    put(middle, [this.root]);
  }

  // Before trump is known a place for the card; with no trump a joker, and the level beside it.
  #cards({ level, trump }) {
    if (trump && level) return [this.page.faces.face(trump + level)];
    const plate = shape("level-plate", this.page.shapes);
    plate.textContent = level || "—";
    return trump === null ? [this.page.faces.face("RJ"), plate] : [plate];
  }
}
