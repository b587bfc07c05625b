// Rows with a `key` that this device still has to send: in IndexedDB, copied among the texts, and in memory as long
// as the page is open. No place is trusted alone, because a browser may clear each of them at any time: a row is gone
// only when it was removed here, or by another tab that said so. A row that vanished otherwise is written again.

import { asked, Database } from "./database.js";

const ROWS = "rows";
const GONE = "huapai.gone.";
const MOST_GONE = 100;

const byKey = (rows) => new Map(rows.map((row) => [row.key, row]));

function listed(text) {
  try {
    const list = JSON.parse(text || "[]");
    return Array.isArray(list) ? list : [];
  } catch (unreadable) {
    return [];
  }
}

export class KeptRows {
  #rows = new Map(); // all that this page knows of
  #gone = new Set();
  #bare = new Set(); // keys that IndexedDB does not hold
  #indexed = false; // whether IndexedDB answered last

  // `lost()` hears that the browser has closed the database: it may be empty now.
  constructor(name, texts, { lost, patience } = {}) {
    this.name = name;
    this.texts = texts;
    this.database = new Database(name, ROWS, { lost, patience });
  }

  get lasting() {
    return this.#indexed || this.texts.lasting;
  }

  // The keys of the rows that are in memory only, and lost with the page.
  get unkept() {
    return this.texts.holds(this.name) ? [] : [...this.#bare];
  }

  isGone(key) {
    return this.#gone.has(key) || listed(this.texts.getItem(GONE + this.name)).includes(key);
  }

  // Every row that any place has. Never throws: what cannot be read is not in the way of what can.
  async all() {
    const kept = await this.#indexedRows();
    const copied = listed(this.texts.getItem(this.name));
    const found = new Map([...this.#rows, ...byKey(copied), ...(kept || [])]);
    for (const key of found.keys()) if (this.isGone(key)) found.delete(key);
    this.#rows = found;
    this.#bare = new Set([...found.keys()].filter((key) => !kept?.has(key)));
    if (kept) await this.#mend(kept);
    this.#copy();
    return [...found.values()];
  }

  async put(row) {
    await this.putUnless(row, () => false);
  }

  async remove(key) {
    this.#gone.add(key);
    const gone = listed(this.texts.getItem(GONE + this.name));
    this.texts.setItem(GONE + this.name, JSON.stringify([...gone, key].slice(-MOST_GONE)));
    // First that it is gone, then the row: what a page finds that was killed in between is not taken for lost.
    await this.texts.written();
    this.#rows.delete(key);
    this.#copy();
    await this.#try((rows) => asked(rows.delete(key)));
    this.#bare.delete(key);
  }

  // False where `clashes(rows)` holds of the rows that are there; looked up and put in one transaction.
  async putUnless(row, clashes) {
    const put = async (rows) => {
      if (clashes(await asked(rows.getAll()))) return false;
      await asked(rows.put(row));
      return true;
    };
    const done = await this.#try(put);
    if (done === false || (done === null && clashes([...this.#rows.values()]))) return false;
    this.#rows.set(row.key, row);
    if (done) this.#bare.delete(row.key);
    else this.#bare.add(row.key);
    this.#copy();
    if (!done) await this.texts.written();
    return true;
  }

  // What IndexedDB made of it, null where it cannot be written.
  async #try(work) {
    try {
      const answer = await this.database.change("readwrite", work);
      this.#indexed = true;
      return answer;
    } catch (refused) {
      this.#indexed = false;
      return null;
    }
  }

  async #indexedRows() {
    try {
      const rows = await this.database.all();
      this.#indexed = true;
      return byKey(rows);
    } catch (unreadable) {
      this.#indexed = false;
      return null;
    }
  }

  // Writes into IndexedDB what it should have, and removes what it should not.
  async #mend(kept) {
    const missing = [...this.#bare].map((key) => this.#rows.get(key));
    const extra = [...kept.keys()].filter((key) => this.isGone(key));
    if (!missing.length && !extra.length) return;
    const done = await this.#try(async (rows) => {
      await Promise.all(missing.map((row) => asked(rows.put(row))));
      await Promise.all(extra.map((key) => asked(rows.delete(key))));
      return true;
    });
    if (done) this.#bare.clear();
  }

  #copy() {
    const rows = [...this.#rows.values()].sort((a, b) => a.order - b.order);
    if (rows.length) this.texts.setItem(this.name, JSON.stringify(rows));
    else this.texts.removeItem(this.name);
  }
}
