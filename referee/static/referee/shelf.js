// Where this device keeps what must not be lost: rows with a `key`, in IndexedDB; where a browser refuses that,
// in localStorage; where it refuses both, in memory, and `lasting` then says so, because a reload would lose them.

const ROWS = "rows";

function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

class IndexedShelf {
  lasting = true;

  static async open(name) {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(ROWS, { keyPath: "key" });
    const shelf = new IndexedShelf();
    shelf.database = await asked(request);
    return shelf;
  }

  // What `change` makes of the rows happens in one transaction, so that two tabs cannot do it twice.
  async #within(mode, change) {
    const transaction = this.database.transaction(ROWS, mode, { durability: "strict" });
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const [answer] = await Promise.all([change(transaction.objectStore(ROWS)), ended]);
    return answer;
  }

  all() {
    return this.#within("readonly", (rows) => asked(rows.getAll()));
  }

  put(row) {
    return this.#within("readwrite", (rows) => asked(rows.put(row)));
  }

  remove(key) {
    return this.#within("readwrite", (rows) => asked(rows.delete(key)));
  }

  putUnless(row, clashes) {
    return this.#within("readwrite", async (rows) => {
      const present = await asked(rows.getAll());
      if (clashes(present)) return false;
      await asked(rows.put(row));
      return true;
    });
  }
}

class TextShelf {
  constructor(name, storage, lasting) {
    this.name = name;
    this.storage = storage;
    this.lasting = lasting;
  }

  #read() {
    return JSON.parse(this.storage.getItem(this.name) || "[]");
  }

  #write(rows) {
    this.storage.setItem(this.name, JSON.stringify(rows));
  }

  async all() {
    return this.#read();
  }

  async put(row) {
    this.#write([...this.#read().filter((old) => old.key !== row.key), row]);
  }

  async remove(key) {
    this.#write(this.#read().filter((row) => row.key !== key));
  }

  async putUnless(row, clashes) {
    if (clashes(this.#read())) return false;
    await this.put(row);
    return true;
  }
}

export class Memory {
  #texts = new Map();

  getItem(name) {
    return this.#texts.get(name) ?? null;
  }

  setItem(name, text) {
    this.#texts.set(name, text);
  }

  removeItem(name) {
    this.#texts.delete(name);
  }
}

// localStorage where it takes what it is given, else memory.
export function plainStorage() {
  try {
    localStorage.setItem("huapai.probe", "1");
    localStorage.removeItem("huapai.probe");
    return { storage: localStorage, lasting: true };
  } catch (refused) {
    return { storage: new Memory(), lasting: false };
  }
}

export async function openShelf(name) {
  try {
    return await IndexedShelf.open(name);
  } catch (refused) {
    const { storage, lasting } = plainStorage();
    return new TextShelf(name, storage, lasting);
  }
}
