// Whether the server was really heard: judged by the last answer, never by what the device believes of its network.

import { now } from "./clock.js";

export const CONNECTING = "connecting";
export const CONNECTED = "connected";
export const OFFLINE = "offline";
export const FOREIGN = "foreign";
export const TROUBLE = "trouble";

function judged({ reached, ours, status }) {
  if (!reached) return OFFLINE;
  if (status >= 500) return TROUBLE;
  return ours ? CONNECTED : FOREIGN;
}

export class Connection {
  state = CONNECTING;
  since = now();
  last = 0; // when the server was last heard

  constructor(changed) {
    this.changed = changed;
  }

  get works() {
    return this.state === CONNECTED;
  }

  heard(answer) {
    const state = judged(answer);
    if (state === CONNECTED) this.last = now();
    if (state === this.state) return;
    this.state = state;
    this.since = now();
    this.changed();
  }
}
