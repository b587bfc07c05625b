// The line on top that is never hidden: where we are, the time, whether the server answers, and what waits.

import { now } from "./clock.js";
import { CONNECTED, CONNECTING, OFFLINE } from "./connection.js";
import { AGREED, DONE, MENDING, RECORDED, REFUSED, RULING, SEALED, STARTED } from "./deal_state.js";
import { fill, hour, part, put, shape, word } from "./words.js";

const LOOKS = {
  connecting: "",
  connected: "state-done",
  offline: "state-offline",
  foreign: "state-dispute",
  trouble: "state-dispute",
  [STARTED]: "state-live",
  [MENDING]: "state-dispute",
  [REFUSED]: "state-dispute",
  [RULING]: "state-dispute",
  [SEALED]: "state-waiting",
  [AGREED]: "state-offline",
  [RECORDED]: "state-waiting",
  [DONE]: "state-done",
};

// Puts the word of a state and the colour that goes with it on an element.
export function showState(element, state, text) {
  element.className = `state ${LOOKS[state] || ""}`;
  element.textContent = text;
}

// Over boards the number of a deal is that of its board, which says nothing of how many have been played.
function numbered({ event, deals }, { board_no: board, play_order: number }) {
  return word(event.boards ? "board-of" : "deal-of", { board, number, count: deals.length });
}

export function showStatus(root, { pack, deal, connection, outbox, opensOffline }) {
  const { round, table } = pack || {};
  const where = round ? word("where", { round: round.number, table: table.number }) : "";
  part(root, "where").textContent = where || word("table");
  part(root, "place").hidden = !pack?.place;
  part(root, "place").textContent = pack?.place?.text || "";
  part(root, "deals").hidden = !deal;
  if (deal) fill(root, { deal: numbered(pack, deal) });
  showState(part(root, "connection"), connection.state, word(`connection-${connection.state}`));
  part(root, "no-reload").hidden = connection.state !== OFFLINE || opensOffline;
  showStale(part(root, "stale"), connection, pack);
  showWaiting(part(root, "waiting"), outbox);
  showClock(root, pack);
}

// Since when what the page shows may be old: the last answer to this page, else the round that is kept. A page that
// has neither still says whether it may be loaded again.
function showStale(element, { state, last }, pack) {
  const heard = last || Date.parse(pack?.server_time);
  element.hidden = [CONNECTED, CONNECTING].includes(state) || (!heard && part(element, "no-reload").hidden);
  fill(element, { last: heard ? word("stale", { time: hour(heard) }) : "" });
}

// What the clock of the round says now, as the round pack tells it by hours; it goes on without a network.
function timeLeft({ state, seconds, until, no_new_deal: last }) {
  if (state !== "running") return { state, minutes: Math.ceil(seconds / 60) };
  const minutes = Math.ceil((Date.parse(until) - now()) / 60000);
  if (minutes <= 0) return { state: "called", minutes: 0 };
  return { state: now() < Date.parse(last) ? state : "last", minutes };
}

function showTime(element, round, clock) {
  element.hidden = !round || !clock;
  if (element.hidden) return;
  const { state, minutes } = timeLeft(clock);
  const said = state === "called" && clock.stops ? "stopped" : state;
  const shown = word(`time-${said}`, { minutes });
  if (element.textContent !== shown) element.textContent = shown;
  element.dataset.time = state;
}

export function showClock(root, pack) {
  showTime(part(root, "time"), pack?.round, pack?.clock);
  const clock = part(root, "clock");
  const shown = hour(now());
  if (clock.textContent !== shown) clock.textContent = shown;
}

function showWaiting(button, { items, waiting }) {
  const refused = items.length - waiting.length;
  const words = refused ? [word("refused-count", { count: refused })] : [];
  if (waiting.length) words.unshift(word("waiting-since", { time: hour(waiting[0].sealed_at) }));
  if (waiting.length || !refused) words.unshift(word("waiting", { count: waiting.length }));
  put(button, words.map((said) => fill(shape("counted"), { said })));
  button.toggleAttribute("data-waits", waiting.length > 0);
  button.toggleAttribute("data-refused", refused > 0);
}

// Everything that a refusal says, as list items.
export function reasons(refused) {
  if (!refused) return [];
  const texts = refused.problems.map((problem) => problem.text).filter(Boolean);
  const said = [...new Set(texts.length ? texts : [refused.text])];
  return said.map((text) => fill(shape("problem"), { text }));
}
