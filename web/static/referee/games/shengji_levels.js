// What the result of a deal comes to, read from the small tables that came with the round (`lookup`): the attackers'
// points with the kitty, who keeps the deal, how many levels that is, who deals next and at which level. No rule stands
// here: every number is of the tables.

// Seats of one side sit opposite each other: an even number of places apart.
const apart = (seats, one, other) => Math.abs(seats.indexOf(one) - seats.indexOf(other)) % 2;

export const isPartnerOf = (seats, one, other) => apart(seats, one, other) === 0;

export class Levels {
  // `tables` are null where the rules have none; `seats` are the labels in order of play.
  constructor(tables, seats) {
    this.tables = tables?.kind === "levels" ? tables : null;
    this.seats = seats;
  }

  get levels() {
    return this.tables?.levels || [];
  }

  // The ranks that are trump in every deal.
  get alwaysTrump() {
    return this.tables?.always_trump || [];
  }

  // Whether tables play the same boards, which say who deals at which level: nothing goes on to the next deal.
  get byBoard() {
    return Boolean(this.tables?.by_board);
  }

  // Whether a deal counts a number of its own, and no level: what one side gains the other loses.
  get sumsUp() {
    return Boolean(this.tables?.sums);
  }

  // The names of combinations, the smallest first, each with what the points of the kitty are multiplied by.
  get multipliers() {
    return this.tables?.multipliers || {};
  }

  // The only combination that there is, as with one deck, else null.
  get only() {
    const names = Object.keys(this.multipliers);
    return names.length === 1 ? names[0] : null;
  }

  // Whether a seat is of the other side; null where nobody is known to deal.
  attacks(seat, dealer) {
    return seat && dealer ? !isPartnerOf(this.seats, seat, dealer) : null;
  }

  // What counts of the kitty: 0 where the dealer's side won the last trick, null where it is not known.
  factor({ dealer, last_trick: last }) {
    const attacks = this.attacks(last?.winner, dealer);
    if (attacks === null) return null;
    return attacks ? this.multipliers[last.combination] ?? null : 0;
  }

  // {factor, points, keeps, levels: {seat: levels gained}, scores: {seat: what the deal counts}, next}, null where the
  // tables cannot tell. Throws that failed may cost points: where their cards are told and no sum, only the server knows
  // how many.
  outcome(report) {
    const { dealer, attackers_points: taken, kitty_points: kitty, failed_throws: throws, throw_points: noted } = report;
    const factor = this.factor(report);
    if (!this.tables || factor === null || !Number.isInteger(taken) || throws?.length) return null;
    if (factor && !Number.isInteger(kitty)) return null;
    const points = taken + factor * (kitty || 0) + (noted?.dealers || 0) - (noted?.attackers || 0);
    const { brackets, most_levels: most, sums } = this.tables;
    const { keeps, levels } = this.#row(points, brackets, most);
    if (this.asksJack(report) && !report.last_trick.jack) return null;
    const fall = this.#fall(report);
    const gains = (seat) => {
      const attacks = this.attacks(seat, dealer);
      if (fall && !attacks) return -fall;
      return attacks !== keeps ? levels : 0;
    };
    const counts = sums && this.#row(points, sums, null);
    const score = (seat) => (this.attacks(seat, dealer) !== counts.keeps ? counts.levels : -counts.levels);
    const of = (told) => Object.fromEntries(this.seats.map((seat) => [seat, told(seat)]));
    return {
      factor,
      points,
      keeps,
      levels: of(gains),
      scores: of(sums ? score : gains),
      next: this.#next(dealer, keeps),
    };
  }

  // Whether it matters if the last trick was won with a J: the attackers won it at the level that can be hooked.
  asksJack({ dealer, level, last_trick: last }) {
    const { hook } = this.tables || {};
    return Boolean(hook) && level === hook.level && this.attacks(last?.winner, dealer) === true;
  }

  // By how many levels the dealer's side falls because its J was hooked.
  #fall(report) {
    return this.asksJack(report) ? this.tables.hook.falls[report.last_trick.jack] || 0 : 0;
  }

  #row(points, table, most) {
    const [first, ...others] = table;
    const row = others.filter((one) => points >= one.points).pop() || first;
    const more = row.step ? Math.floor((points - row.points) / row.step) : 0;
    const levels = row.levels + more;
    return { keeps: row.dealer_keeps, levels: most === null ? levels : Math.min(levels, most) };
  }

  #next(dealer, keeps) {
    const { next } = this.tables;
    if (!next) return null;
    return this.seats[(this.seats.indexOf(dealer) + (keeps ? next.keeps : next.loses)) % this.seats.length];
  }

  // Who deals after these deals, and at which level, as far as it can be told: `onDeal` are two partners where the rules
  // leave it to the table who of them. `deals` are those before, in order, {report, opens}: a report that is not known is
  // null, and one that opens a game (局) has both sides at the start, or where `either` says that they began.
  after(deals) {
    const onDeal = this.#onDeal(deals);
    const [seat, other] = onDeal;
    return { onDeal, dealer: other ? null : seat || null, level: seat ? this.level(seat, deals) : null };
  }

  // The seats of which one deals after these deals.
  #onDeal(deals) {
    if (this.byBoard) return [];
    const last = deals[deals.length - 1]?.report;
    const outcome = last && this.outcome(last);
    if (!outcome) return [];
    if (outcome.next) return [outcome.next];
    return this.seats.filter((seat) => this.attacks(seat, last.dealer) !== outcome.keeps);
  }

  // The level of a seat's side after some deals, null where they do not tell it.
  level(seat, deals) {
    const standing = this.#standing(seat, deals);
    return standing === null ? null : this.levels[standing % this.levels.length];
  }

  // Whether a side has passed the level with which a game (局) is won.
  isWon(deals) {
    const last = this.levels.indexOf(this.tables?.target);
    return last >= 0 && this.seats.some((seat) => this.#standing(seat, deals) > last);
  }

  // At which level a seat deals first: where a side has a head start `either` says it of every seat.
  start(seat, either) {
    return either?.find(({ dealer }) => dealer === seat)?.level || this.tables?.start;
  }

  // How many levels up the side of a seat is, counted from the lowest.
  #standing(seat, deals) {
    if (this.byBoard) return null;
    const from = this.#known(seat, deals);
    if (from === null) return null;
    let standing = from.standing;
    for (const { report } of deals.slice(from.place)) {
      const outcome = this.outcome(report);
      if (!outcome) return null;
      standing = this.#climb(standing, outcome.levels[seat], !this.attacks(seat, report.dealer));
    }
    return standing;
  }

  // Where the level of a side is known before a deal: at the beginning of the game (局), else in the last deal before
  // a gap in which the side itself dealt.
  #known(seat, deals) {
    const opening = deals.map(({ opens }) => Boolean(opens)).lastIndexOf(true);
    const gap = deals.map(({ report }) => Boolean(report)).lastIndexOf(false);
    if (opening > gap) return this.#from(opening, this.start(seat, deals[opening].either));
    const place = deals.map(({ report }) => this.attacks(seat, report?.dealer) === false).lastIndexOf(true);
    return place > gap ? this.#from(place, deals[place].report.level) : null;
  }

  #from(place, level) {
    const standing = this.levels.indexOf(level);
    return standing < 0 ? null : { place, standing };
  }

  // A level that has to be played stops a side, and nobody passes the last one in a way that the rules do not have.
  #climb(level, gained, deals) {
    const { must_play: must, target, dealer_passes: dealerPasses, start } = this.tables;
    if (gained < 0) return Math.max(level + gained, Math.min(level, this.levels.indexOf(start)));
    const stops = must.map((rank) => this.levels.indexOf(rank));
    const holds = stops.filter((stop) => (level < stop && stop < level + gained) || (stop === level && !deals));
    const reached = Math.min(level + gained, ...holds);
    if (target === null) return reached;
    const last = this.levels.indexOf(target);
    return dealerPasses && !deals ? Math.max(level, Math.min(reached, last)) : Math.min(reached, last + 1);
  }
}
