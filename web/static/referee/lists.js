// What opens over the page: the deals of the round, what waits to be sent, and the rules with the settings.

import { MENDING } from "./deal_state.js";
import { LOST } from "./lease.js";
import { showState } from "./status.js";
import { Waiting } from "./waiting.js";
import { dealName, fill, hour, part, put, shape, signed, word } from "./words.js";

// What the connection means for who stands at the table.
export function about({ connection, lease, outbox }) {
  if (lease.state === LOST) return word("about-lost");
  if (connection.works && outbox.waiting.length) return word("about-sending");
  if (!connection.works && outbox.unkept.length) return word("note-only-here");
  return word(`about-${connection.state}`, { time: hour(connection.since) });
}

export class Lists {
  constructor(round, go) {
    this.round = round;
    this.exchange = round.exchange;
    this.go = go;
    const named = ["deals", "outbox", "menu"].map((id) => [id, document.getElementById(id)]);
    this.sheets = Object.fromEntries(named);
  }

  close() {
    for (const sheet of Object.values(this.sheets)) sheet.close();
  }

  show(deal) {
    this.waiting ??= new Waiting(this.sheets.outbox, this.exchange);
    this.waiting.show(about(this.exchange), this.exchange.lasting);
    if (!deal) return;
    const { deals, seats } = this.round.pack;
    const rows = deals.map((other) => this.#row(other, deal));
    showDeals(this.sheets.deals, rows, seats, this.go);
    this.#penalties();
    this.#menu();
    this.#begins(deal);
  }

  #row(deal, current) {
    const stands = deal.state === "done";
    const scores = stands ? deal.scores : this.round.sheet(deal)?.settlement?.scores;
    const state = this.round.stateOf(deal);
    // What another device wrote is not known here to be in need of mending.
    const said = state === MENDING && !this.round.draft(deal).sheet ? "not-counted" : state;
    return { deal, state, said, current: deal.uid === current.uid, scores };
  }

  // What the referee gave to those who sit here.
  #penalties() {
    const { penalties = [] } = this.round.pack;
    part(this.sheets.deals, "penalised").hidden = !penalties.length;
    put(part(this.sheets.deals, "penalties"), penalties.map((said) => fill(shape("problem"), { text: said })));
  }

  #menu() {
    const seat = this.round.seat(this.round.recorder);
    const writes = seat ? word("recorded-by", { seat: seat.seat_name, name: seat.name }) : "";
    part(this.sheets.menu, "recorder").textContent = writes;
    const rules = this.round.pack.rules.map((rule) => fill(shape("problem"), { text: rule }));
    put(part(this.sheets.menu, "rules"), rules);
  }

  // Who shuffles, cuts and leads, as the deals before tell it.
  #begins(deal) {
    const { begins } = deal;
    const { menu } = this.sheets;
    part(menu, "begins").hidden = !begins?.steps.length;
    if (!begins) return;
    part(menu, "begins-title").textContent = word("begins", { deal: dealName(deal) });
    put(part(menu, "begins-steps"), begins.steps.map(({ text: said }) => fill(shape("problem"), { text: said })));
  }
}

// The deals of the round, each with its state and, where there are some, its points.
function showDeals(root, rows, seats, go) {
  const list = part(root, "list");
  put(list, rows.map((row) => dealRow(row, seats, () => go(row.deal))));
}

function dealRow({ deal, state, said, current, scores }, seats, tapped) {
  const row = fill(shape("deal"), { number: dealName(deal) });
  const button = row.querySelector("button");
  showState(part(row, "state"), state, word(`state-${said}`));
  if (current) button.setAttribute("aria-current", "true");
  if (scores) part(row, "points").replaceChildren(...seats.map((seat) => dealPoints(seat, scores)));
  button.addEventListener("click", tapped);
  return row;
}

function dealPoints({ label, seat_name }, scores) {
  return fill(shape("deal-points"), { seat: seat_name, points: signed(scores[label]) });
}
