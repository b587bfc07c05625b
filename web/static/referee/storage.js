// localStorage where the browser takes what it is given, else memory.

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

  names() {
    return [...this.#texts.keys()];
  }
}

export function plainStorage() {
  try {
    localStorage.setItem("huapai.probe", "1");
    localStorage.removeItem("huapai.probe");
    return { storage: localStorage, lasting: true };
  } catch (refused) {
    return { storage: new Memory(), lasting: false };
  }
}
