// What time it is in the hall: by the server, as far as it was heard, and in the time zone of the tournament. Only
// what people read is told by it; nothing is ordered, kept or forgotten by a clock, because a tablet's may be wrong.

import { plainStorage } from "./storage.js";

const KEPT = "huapai.clock";
const CLOSE = 2000;

const { storage } = plainStorage();

function kept() {
  try {
    const { ahead = 0, zone = "" } = JSON.parse(storage.getItem(KEPT) || "{}");
    return { ahead: Number(ahead) || 0, zone: isZone(zone) ? zone : "" };
  } catch (unreadable) {
    return { ahead: 0, zone: "" };
  }
}

function isZone(name) {
  try {
    return Boolean(name && new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch (unknown) {
    return false;
  }
}

const clock = kept();

function keep(changes) {
  Object.assign(clock, changes);
  try {
    storage.setItem(KEPT, JSON.stringify(clock));
  } catch (full) {
    storage.removeItem(KEPT);
  }
}

export const now = () => Date.now() + clock.ahead;

export const zone = () => clock.zone || undefined;

// The hour that an answer of the server bears.
export function heardAt(date) {
  const ahead = Date.parse(date) - Date.now();
  if (Number.isFinite(ahead) && Math.abs(ahead - clock.ahead) > CLOSE) keep({ ahead });
}

export function playedIn(name) {
  if (name !== clock.zone && isZone(name)) keep({ zone: name });
}
