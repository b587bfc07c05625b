// A connection to an IndexedDB database of one store, opened again whenever it is gone. Browsers close it without being
// asked: when they clear or evict the storage (onclose), when another page deletes it (onversionchange), when Safari
// has suspended the page (every request then fails, or none is ever answered). Rows have a `key`.

const VERSION = 1; // never higher: a page of an older program that is still open would hold the upgrade up
const PATIENCE = 2000; // ms that an answer may take
const REST = 30000; // ms without another try after an answer that never came

export class TimedOut extends Error {}

// The result of a request of IndexedDB.
export function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function within(patience, answer) {
  let timer;
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new TimedOut()), patience);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

export class Database {
  #opening = null;
  #rested = 0; // by performance.now()

  // `lost()` hears that the browser has closed the connection.
  constructor(name, store, { lost = () => {}, patience = PATIENCE } = {}) {
    this.name = name;
    this.store = store;
    this.lost = lost;
    this.patience = patience;
  }

  all() {
    return this.change("readonly", (rows) => asked(rows.getAll()));
  }

  // What `work` makes of the rows happens in one transaction, so that two tabs cannot do it twice. It is on the disk
  // when this returns. Tried a second time on a new connection; throws where that fails too.
  async change(mode, work) {
    if (performance.now() < this.#rested) throw new TimedOut();
    try {
      return await this.#once(mode, work);
    } catch (failed) {
      this.#drop();
      if (failed instanceof TimedOut) {
        this.#rested = performance.now() + REST;
        throw failed;
      }
      return this.#once(mode, work);
    }
  }

  #drop() {
    this.#opening?.then((database) => database.close()).catch(() => {});
    this.#opening = null;
  }

  async #once(mode, work) {
    this.#opening ??= this.#open();
    const database = await this.#opening;
    return within(this.patience, this.#run(database, mode, work));
  }

  async #run(database, mode, work) {
    const transaction = database.transaction(this.store, mode, { durability: "strict" });
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error || new Error("aborted"));
    });
    const [answer] = await Promise.all([work(transaction.objectStore(this.store)), ended]);
    return answer;
  }

  async #open() {
    const database = await this.#connect();
    if (database.objectStoreNames.contains(this.store)) return this.#watched(database);
    // Somebody else made it, with nothing in it: it could never be written.
    database.close();
    await within(this.patience, asked(indexedDB.deleteDatabase(this.name)));
    return this.#watched(await this.#connect());
  }

  async #connect() {
    const request = indexedDB.open(this.name, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(this.store, { keyPath: "key" });
    try {
      return await within(this.patience, asked(request));
    } catch (refused) {
      // Opened after all, when nobody waits for it: it would only be in the way of whoever deletes it.
      request.onsuccess = () => request.result.close();
      throw refused;
    }
  }

  #watched(database) {
    const gone = () => {
      this.#opening = null;
      this.lost();
    };
    database.onclose = gone;
    database.onversionchange = () => {
      database.close();
      gone();
    };
    return database;
  }
}
