// Texts by names that must not be lost: what is being entered, the hold of the table, the round. Each is kept twice: in
// localStorage, which answers at once but which browsers write to the disk seconds later, and in IndexedDB with strict
// durability, where it is on the disk when the browser says so. Every write bears the next order number of its name;
// the higher one is right when a page is opened. No clock decides, because a tablet's may be wrong.

import { asked, Database } from "./database.js";
import { plainStorage } from "./storage.js";

const NAME = "huapai-texts";
const STORE = "texts";
const ORDER = "huapai.order.";

export class Texts {
  #known = new Map(); // what this page has read or written: written again where the browser clears it
  #refused = new Set(); // names that localStorage did not take
  #due = new Map(); // rows of IndexedDB that are not written down yet
  #writing = null;
  #strict = false; // whether IndexedDB took what it was given last

  constructor({ storage, lasting }, { patience } = {}) {
    this.storage = storage;
    this.local = lasting;
    this.database = new Database(NAME, STORE, { lost: () => this.restore(true), patience });
    globalThis.addEventListener?.("storage", (event) => this.#elsewhere(event));
  }

  // Whether anything that is written here outlives the page.
  get lasting() {
    return this.local || this.#strict;
  }

  // Whether some text is written down nowhere.
  get full() {
    return [...this.#refused].some((name) => !this.holds(name));
  }

  // Whether a text outlives the page, or is just being written down.
  holds(name) {
    if (this.local && !this.#refused.has(name)) return true;
    return this.#strict && (!this.#due.has(name) || this.#writing !== null);
  }

  getItem(name) {
    if (this.#refused.has(name)) return this.#known.get(name) ?? null;
    const text = this.#read(name);
    if (text !== null) this.#known.set(name, text);
    else if (this.#isCleared(name)) this.#write(name, this.#known.get(name));
    else this.#known.delete(name);
    return this.#known.get(name) ?? null;
  }

  setItem(name, text) {
    if (this.getItem(name) !== text || !this.holds(name)) this.#write(name, text);
  }

  removeItem(name) {
    if (this.getItem(name) !== null) this.#write(name, null);
  }

  names(prefix) {
    const names = this.storage.names?.() ?? Object.keys(this.storage);
    return [...new Set([...names, ...this.#known.keys()])].filter((name) => name.startsWith(prefix));
  }

  // Returns when all that was written so far is on the disk, or cannot be brought there.
  async written() {
    await this.#writing;
  }

  // Writes again what the browser has cleared behind this page's back; `strictly` where IndexedDB lost it.
  restore(strictly = false) {
    for (const [name, text] of this.#known) {
      if (this.#isCleared(name) || this.#refused.has(name)) this.#write(name, text);
      else if (strictly) this.#note(name, text, this.#order(name));
    }
    if (this.#due.size) this.#flush();
  }

  // Sees which of the two places has the newer text of each name. Done once, before anything is read.
  async open() {
    try {
      const rows = await this.database.all();
      this.#strict = true;
      const removed = rows.filter((row) => !this.#settle(row)).map(({ key }) => key);
      const forget = (all) => Promise.all(removed.map((key) => asked(all.delete(key))));
      if (removed.length) await this.database.change("readwrite", forget);
    } catch (refused) {
      this.#strict = false;
    }
  }

  // False where a text was removed in both places: nothing of it need be remembered.
  #settle({ key: name, text, order }) {
    const own = this.#order(name);
    if (order > own) this.#keep(name, text, order);
    else if (this.#read(name) !== text) this.#note(name, this.#read(name), own + 1);
    if (order > own || text !== null || this.#read(name) !== null) return true;
    this.#erase(ORDER + name);
    return false;
  }

  // Gone without a trace of its order number: nobody has removed it, the browser has cleared it.
  #isCleared(name) {
    return this.#known.has(name) && this.#read(name) === null && this.#order(name) === 0;
  }

  #write(name, text) {
    const order = Math.max(this.#order(name), this.#due.get(name)?.order || 0) + 1;
    if (text === null) this.#known.delete(name);
    else this.#known.set(name, text);
    this.#keep(name, text, order);
    this.#note(name, text, order);
  }

  // The text first: without its order number IndexedDB has the newer one.
  #keep(name, text, order) {
    try {
      if (text === null) this.storage.removeItem(name);
      else this.storage.setItem(name, text);
      this.storage.setItem(ORDER + name, String(order));
      this.#refused.delete(name);
    } catch (full) {
      this.#refused.add(name);
      if (text !== null) this.#known.set(name, text);
    }
  }

  #note(name, text, order) {
    this.#due.set(name, { key: name, text, order });
    this.#flush();
  }

  #flush() {
    this.#writing ??= this.#writeDown().finally(() => {
      this.#writing = null;
      if (this.#strict && this.#due.size) this.#flush();
    });
  }

  // All that is due goes in one transaction; what comes meanwhile goes in the next.
  async #writeDown() {
    await null;
    while (this.#due.size) {
      const rows = [...this.#due.values()];
      let written;
      try {
        written = await this.database.change("readwrite", (all) => Promise.all(rows.map((row) => put(all, row))));
      } catch (refused) {
        this.#strict = false;
        return;
      }
      this.#strict = true;
      for (const row of rows) if (this.#due.get(row.key) === row) this.#due.delete(row.key);
      for (const row of written) this.#follow(row);
    }
  }

  // localStorage keeps step with the numbers of IndexedDB, so that what is written there alone is newer.
  #follow({ key: name, order }) {
    if (this.#refused.has(name) || this.#order(name) >= order) return;
    try {
      this.storage.setItem(ORDER + name, String(order));
    } catch (full) {
      this.#refused.add(name);
    }
  }

  #read(name) {
    try {
      return this.storage.getItem(name);
    } catch (closed) {
      return null;
    }
  }

  #order(name) {
    return Number(this.#read(ORDER + name)) || 0;
  }

  #erase(name) {
    try {
      this.storage.removeItem(name);
    } catch (closed) {
      this.#refused.add(name);
    }
  }

  // Another tab has written, or the browser has cleared everything, which names no name.
  #elsewhere({ key, newValue }) {
    if (key === null) this.restore();
    else if (newValue === null) this.#known.delete(key);
    else if (this.#known.has(key)) this.#known.set(key, newValue);
  }
}

// What another page wrote meanwhile is older than what is written here now.
async function put(all, row) {
  const before = await asked(all.get(row.key));
  const isNew = before && before.text !== row.text;
  const order = Math.max(row.order, (before?.order || 0) + (isNew ? 1 : 0));
  const written = { ...row, order };
  await asked(all.put(written));
  return written;
}

export async function openTexts() {
  const texts = new Texts(plainStorage());
  await texts.open();
  return texts;
}
