// This device's hold of its table: the name that the device gives itself, the token that proves the lease, and what
// the server last said of it.

import { newKey } from "./keys.js";

const DEVICE = "huapai.device";

export const UNASKED = "unasked";
export const HELD = "held";
export const TAKEN = "taken";
export const LOST = "lost";
export const UNKNOWN = "unknown";
export const RELEASED = "released";

const TAKEN_CODE = "table_taken";
const LATER_CODE = "too_often";

export class Lease {
  state = UNASKED;
  heard_at = null;
  text = "";
  tries = 0; // how often it was asked for and taken
  refused_at = 0;

  constructor(code, storage) {
    this.path = `tables/${code}/lease`;
    this.name = `huapai.table.${code}`;
    this.storage = storage;
    if (!storage.getItem(DEVICE)) storage.setItem(DEVICE, newKey());
    if (this.token) this.state = HELD;
  }

  get token() {
    return this.storage.getItem(this.name) || "";
  }

  // Asks for the table. A device that holds it already gets the same lease again.
  async open(api) {
    const asked_with = this.token;
    const answer = await api.post(this.path, { device: this.storage.getItem(DEVICE) });
    const { token, code, heard_at, text } = answer.data || {};
    if (token) this.#hold(token);
    else if (typeof code === "string" && asked_with === this.token) this.#refused(code, heard_at, text);
    return answer;
  }

  async release(api) {
    const answer = await api.post("lease/release", {});
    if (answer.ours && answer.status < 300) {
      this.storage.removeItem(this.name);
      this.state = RELEASED;
    }
    return answer;
  }

  // Another tab has the table back, or has lost it.
  reread() {
    if (this.token && this.state !== HELD) this.state = HELD;
  }

  // The server did not accept the token. Another tab may have a newer one, which the next request will use.
  rejected(token) {
    if (token === this.token && this.state === HELD) this.state = LOST;
  }

  #hold(token) {
    this.storage.setItem(this.name, token);
    this.state = HELD;
    this.tries = 0;
  }

  #refused(code, heard_at, text) {
    if (code === TAKEN_CODE) this.tries += 1;
    this.refused_at = Date.now();
    if (code !== LATER_CODE) this.state = code === TAKEN_CODE ? TAKEN : UNKNOWN;
    this.heard_at = heard_at || null;
    this.text = text || "";
  }
}
