// The views of the table while there is nothing to enter: opening, taken by another device, between two rounds.

import { TAKEN } from "./lease.js";
import { about } from "./lists.js";
import { placed } from "./so_far.js";
import { fill, hour, part, put, shape, word } from "./words.js";

function taken({ heard_at, refused_at, text, tries }) {
  const since = heard_at ? word("opened-since", { time: hour(heard_at) }) : text;
  return { since, still: tries > 1 ? word("still-taken", { time: hour(refused_at) }) : "" };
}

// Fills in the view of that name, if it is one of these.
export function showIdle(view, name, exchange) {
  if (name === "opening") fill(view, { trouble: about(exchange) });
  if (name === TAKEN) fill(view, taken(exchange.lease));
  if (name === "between") showBetween(view, exchange.pack.pack);
}

// The ranking of the round that is over, and each player's next seat as soon as it is published.
function showBetween(view, { next, standing = [] }) {
  fill(view, { title: word("between-wait"), sentence: next?.text || "" });
  part(view, "last-round").hidden = !standing.length;
  put(part(view, "last-standing"), standing.map(placed));
}

// The notice of the desk, and the next seats of those who sat here: above every view until the next round has begun.
export function showHall(root, pack, isBegun) {
  const { notice = null, moves = [] } = pack || {};
  part(root, "hall").hidden = !notice;
  part(root, "hall").textContent = notice;
  showMoves(part(root, "moves"), !moves.length || isBegun, !pack?.round);
  put(part(root, "moves-list"), moves.map((move) => fill(shape("move"), move)));
}

// One line while a round is asked for, open while the table waits; between these a finger decides.
function showMoves(list, isHidden, waits) {
  if (list.hidden || list.dataset.waits !== String(waits)) list.open = waits;
  list.hidden = isHidden;
  list.dataset.waits = waits;
}
