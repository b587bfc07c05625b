// What is being entered for a deal, with the steps that "undo" goes back; and, once it has been sealed, what was
// handed over and what was answered. Written at every tap, at once, because a page may be closed at any time.

import { plainStorage } from "./shelf.js";

const PREFIX = "huapai.deal.";
const STEPS = 60;
const KEPT_DAYS = 7;

const EMPTY = Object.freeze({ entry: null, past: [], sheet: null, correction: null, saved_at: "" });

export class Drafts {
  #seen = new Map();

  constructor({ storage, lasting } = plainStorage()) {
    this.storage = storage;
    this.lasting = lasting;
  }

  get(deal) {
    if (!this.#seen.has(deal)) this.#seen.set(deal, this.#read(deal));
    return this.#seen.get(deal);
  }

  // One more step of the entry; the first one goes back to nothing at all.
  enter(deal, entry) {
    const { entry: before, past } = this.get(deal);
    return this.set(deal, { entry, past: [...past, before].slice(-STEPS) });
  }

  // An entry to start from, with nothing to go back to.
  begin(deal, entry) {
    return this.set(deal, { entry, past: [] });
  }

  undo(deal) {
    const { past } = this.get(deal);
    if (past.length) this.set(deal, { entry: past[past.length - 1], past: past.slice(0, -1) });
  }

  set(deal, changes) {
    const draft = { ...this.get(deal), ...changes, saved_at: new Date().toISOString() };
    this.#seen.set(deal, draft);
    this.#write(deal, draft);
    return draft;
  }

  // Another tab wrote; what this one knew is old.
  forget(name) {
    if (name?.startsWith(PREFIX)) this.#seen.delete(name.slice(PREFIX.length));
  }

  // Deals of days gone by, except those with something still to hand over.
  sweep(needed, now = Date.now()) {
    for (const name of Object.keys(this.storage).filter((key) => key.startsWith(PREFIX))) {
      const deal = name.slice(PREFIX.length);
      const age = now - Date.parse(this.get(deal).saved_at);
      if (!needed.includes(deal) && age > KEPT_DAYS * 86400000) this.storage.removeItem(name);
    }
  }

  #read(deal) {
    try {
      return { ...EMPTY, ...JSON.parse(this.storage.getItem(PREFIX + deal) || "{}") };
    } catch (unreadable) {
      return EMPTY;
    }
  }

  #write(deal, draft) {
    try {
      this.storage.setItem(PREFIX + deal, JSON.stringify(draft));
    } catch (full) {
      this.lasting = false;
    }
  }
}
