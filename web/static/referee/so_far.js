// What the round comes to at this table so far: the sums of its deals by seat, with penalties. They are the device's own where a deal
// that counts in them has not been heard of by the server; places and table points only the server says.

import { DONE, FINISHED } from "./deal_state.js";
import { fill, part, put, shape, signed, word } from "./words.js";

// {count, own, scores: {seat: points}}, null before the first deal. Who sat at another table for some deals has points
// there that are not known here: then there are no scores.
export function sumsOf(round) {
  const deals = round.pack.deals.filter((deal) => FINISHED.includes(round.stateOf(deal)));
  const known = deals.map((deal) => ({ deal, scores: deal.scores || round.sheet(deal)?.settlement?.scores }));
  const counted = known.filter(({ scores }) => scores);
  if (!counted.length) return null;
  const sum = (label) => counted.reduce((so, { deal, scores }) => so + (scores[seatThen(deal, label)] || 0), 0);
  const seats = deals.some(isOfOthers) ? null : round.pack.seats;
  const scores = seats && Object.fromEntries(seats.map(({ label }) => [label, sum(label)]));
  return { count: deals.length, own: deals.some((deal) => round.stateOf(deal) !== DONE || !round.isHeard(deal)), scores };
}

// The seat in a deal of who sits at `label` now: seats may have been corrected for some deals.
function seatThen({ moved = {} }, label) {
  return Object.keys(moved).find((then) => moved[then] === label) || label;
}

// Whether somebody sat here in a deal who sits at this table no more.
function isOfOthers({ moved = {}, sat = {} }) {
  return Object.keys(sat).some((label) => !(label in moved));
}

export class SoFar {
  constructor(root, round) {
    this.view = root;
    this.root = part(root, "round-so-far");
    this.ranking = part(root, "ranking");
    this.round = round;
  }

  show(isShown) {
    const { pack } = this.round;
    const sums = isShown ? sumsOf(this.round) : null;
    const ranked = sums && !sums.own && pack.standing?.length;
    const goesOn = sums?.scores && sums.count < pack.deals.length && !ranked;
    this.#lay(isShown || !part(this.view, "totals").hidden);
    if (goesOn) fill(this.root, { "so-far-title": word("so-far", { count: sums.count, all: pack.deals.length }) });
    this.#fill(this.root, goesOn, () => this.#rows(sums));
    this.#fill(this.ranking, ranked || (sums?.scores && !goesOn), () => (ranked ? pack.standing.map(placed) : this.#rows(sums)));
    const isTold = !this.root.hidden || !this.ranking.hidden;
    fill(this.view, { "so-far-own": isTold && sums.own ? word("so-far-own") : "" });
  }

  #fill(section, isShown, rows) {
    section.hidden = !isShown;
    put(part(section, "running"), isShown ? rows() : []);
  }

  // Every seat at its place, as soon as its points are known.
  #lay(isKnown) {
    const { dataset } = this.root.parentElement;
    if (isKnown) dataset.bySeats = this.round.pack.seats.map(({ label }) => label).join("");
    else delete dataset.bySeats;
  }

  // By seats as long as deals are still to be played, then the best first.
  #rows({ count, scores }) {
    const { deals, seats } = this.round.pack;
    const rows = seats.map((seat) => ({ penalty: 0, ...seat }));
    const points = ({ label, penalty }) => scores[label] + penalty;
    if (count === deals.length) rows.sort((one, other) => points(other) - points(one));
    return rows.map((seat) => {
      const more = seat.penalty ? word("with-penalties", { points: signed(seat.penalty) }) : "";
      const row = fill(shape("running"), { rank: seat.seat_name, name: seat.name, points: signed(points(seat)), more });
      // The row of the deal beside it says who that is.
      for (const said of ["rank", "name"]) part(row, said).classList.toggle("visually-hidden", count < deals.length);
      return row;
    });
  }
}

// A row of the server's ranking at the table, and where its players go next.
export function placed({ rank, name, points, more }) {
  return fill(shape("running"), { rank: rank ? word("place-at-table", { rank }) : "", name, points, more });
}
