// What opens over the page: the deals of the round, what waits to be sent, and the rules with the settings.

import { LOST } from "./lease.js";
import { AGREED, REFUSED } from "./standing.js";
import { reasons, showState } from "./status.js";
import { fill, hour, part, put, shape, signed, text, word } from "./words.js";

// What the connection means for who stands at the table.
export function about({ connection, lease, outbox }) {
  if (lease.state === LOST) return word("about-lost");
  if (connection.works && outbox.waiting.length) return word("about-sending");
  return word(`about-${connection.state}`, { time: hour(connection.since) });
}

export class Lists {
  constructor(round, go) {
    this.round = round;
    this.talk = round.talk;
    this.go = go;
    const named = ["deals", "outbox", "menu"].map((id) => [id, document.getElementById(id)]);
    this.sheets = Object.fromEntries(named);
  }

  close() {
    for (const sheet of Object.values(this.sheets)) sheet.close();
  }

  show(deal) {
    const { outbox } = this.talk;
    const discard = (key) => outbox.discard(key);
    showOutbox(this.sheets.outbox, { items: outbox.items, about: about(this.talk), discard });
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
    return { deal, state: this.round.standing(deal), current: deal.uid === current.uid, scores };
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
  #begins({ begins, play_order: number }) {
    const { menu } = this.sheets;
    part(menu, "begins").hidden = !begins?.steps.length;
    if (!begins) return;
    part(menu, "begins-title").textContent = word("begins", { number });
    put(part(menu, "begins-steps"), begins.steps.map(({ text: said }) => fill(shape("problem"), { text: said })));
  }
}

// The deals of the round, each with its state and, where there are some, its points.
function showDeals(root, rows, seats, go) {
  const list = part(root, "list");
  put(list, rows.map((row) => dealRow(row, seats, () => go(row.deal))));
}

function dealRow({ deal, state, current, scores }, seats, tapped) {
  const row = fill(shape("deal"), { number: word("deal", { number: deal.play_order }) });
  const button = row.querySelector("button");
  showState(part(row, "state"), state, word(`state-${state}`));
  if (current) button.setAttribute("aria-current", "true");
  if (scores) part(row, "points").replaceChildren(...seats.map((seat) => dealPoints(seat, scores)));
  button.addEventListener("click", tapped);
  return row;
}

function dealPoints({ label, seat_name }, scores) {
  return fill(shape("deal-points"), { seat: seat_name, points: signed(scores[label]) });
}

// What waits, since when, and what was refused, with its text for who wants to carry it away.
function showOutbox(root, { items, about, discard }) {
  part(root, "connection").textContent = about;
  const rows = items.map((item) => itemRow(item, discard));
  put(part(root, "list"), rows.length ? rows : [text(word("nothing-waits"))]);
}

function itemRow(item, discard) {
  const row = shape("item");
  const { refused } = item;
  const since = word("item-since", { time: hour(item.sealed_at) });
  fill(row, { what: word(`item-${item.kind}`, item.label), since });
  showState(part(row, "state"), refused ? REFUSED : AGREED, word(refused ? "item-refused" : "item-waiting"));
  part(row, "reasons").replaceChildren(...reasons(refused));
  for (const name of ["export", "discard"]) part(row, name).hidden = !refused;
  part(row, "sealed").value = JSON.stringify({ key: item.key, digest: item.digest, sealed: item.sealed });
  part(row, "discard").addEventListener("click", () => discard(item.key));
  return row;
}
