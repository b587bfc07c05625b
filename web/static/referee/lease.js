// This device's hold of its table: the name that the device gives itself, the token that proves the lease, and what
// the server last said of it.

import { now } from "./clock.js";
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
  seen = ""; // the lease that another device has of the table
  lost = { code: "", released_at: null };
  #given = ""; // what this page was given: another tab may write an older token over it, and only the server knows
  #restored = ""; // what was given and put back, until the server accepts it: two tabs never go on in turn

  constructor(code, storage) {
    this.path = `tables/${code}/lease`;
    this.took = `huapai.took.${code}`;
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
    // The server gives a device that it never heard of another token: its name has to outlive the page first.
    await this.storage.written();
    const answer = await api.post(this.path, { device: this.storage.getItem(DEVICE) });
    const { token, code } = answer.data || {};
    if (token) await this.#hold(answer.data, asked_with);
    else if (typeof code === "string" && asked_with === this.token) this.#refused(answer.data);
    return answer;
  }

  // Asks for the table that another device has, by the PIN of an official. Only that very lease is to end.
  async takeOver(api, pin) {
    const asked = { device: this.storage.getItem(DEVICE), pin, seen: this.seen };
    const answer = await api.post(this.path.replace(/lease$/, "take-over"), asked);
    const { token, code } = answer.data || {};
    if (answer.status === 201 && token) await this.#hold(answer.data);
    else if (code === TAKEN_CODE) this.#refused(answer.data);
    return answer;
  }

  // What the device before left undone, until somebody has read it.
  get left() {
    try {
      return JSON.parse(this.storage.getItem(this.took) || "null");
    } catch (unreadable) {
      return null;
    }
  }

  read() {
    this.storage.removeItem(this.took);
  }

  // The end of the device's name, by which the desk tells tablets from one another.
  get mark() {
    return this.storage.getItem(DEVICE).slice(-4);
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

  // The server accepted the token: where it is another tab's, ours is the older one.
  accepted(token) {
    if (token === this.#restored) this.#given = token;
    else if (token !== this.#given) this.#given = "";
    this.#restored = "";
  }

  // The server did not accept the token. Another tab may have a newer one, which the next request will use.
  rejected(token, { code = "", released_at = null } = {}) {
    if (token !== this.token || this.state !== HELD) return;
    if (this.#given && this.#given !== token) {
      this.storage.setItem(this.name, this.#given);
      this.#restored = this.#given;
      this.#given = "";
      return;
    }
    this.state = LOST;
    this.lost = { code, released_at };
  }

  // The token is not used before it is on the disk: used once and lost, nobody gives it again.
  async #hold({ token, took_over }, before = this.token) {
    this.#given = token;
    if (this.token === before) this.storage.setItem(this.name, token);
    if (took_over) this.storage.setItem(this.took, JSON.stringify(took_over));
    else this.read();
    await this.storage.written();
    this.state = HELD;
    this.tries = 0;
  }

  #refused({ code, heard_at, text, lease }) {
    if (code === TAKEN_CODE) this.tries += 1;
    this.refused_at = now();
    if (code !== LATER_CODE) this.state = code === TAKEN_CODE ? TAKEN : UNKNOWN;
    this.heard_at = heard_at || null;
    this.text = text || "";
    this.seen = lease || "";
  }
}
