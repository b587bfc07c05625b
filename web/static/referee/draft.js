// What is being entered for a deal, with the steps that "undo" goes back; and, once it has been sealed, what was
// handed over and what was answered. Written at every tap, at once, because a page may be closed at any time.

const PREFIX = "huapai.deal.";
const STEPS = 60;
const HELD = "huapai.deals";
const MOST_HELD = 240;

const EMPTY = Object.freeze({ entry: null, past: [], sheet: null, correction: null, objection: null, place: null, came: null });

export class Drafts {
  #seen = new Map();

  constructor(texts) {
    this.storage = texts;
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
    const draft = { ...this.get(deal), ...changes };
    this.#seen.set(deal, draft);
    this.#write(deal, draft);
    return draft;
  }

  // Another tab wrote; what this one knew is old.
  forget(name) {
    if (name?.startsWith(PREFIX)) this.#seen.delete(name.slice(PREFIX.length));
  }

  // Forgets the deals of long ago, except those with something still to hand over: by their order as this device
  // came to hold them, because its clock may be wrong. `deals` are those of the round.
  sweep(needed, deals) {
    const held = this.held.filter((deal) => !deals.includes(deal));
    const old = held.slice(0, Math.max(0, held.length + deals.length - MOST_HELD));
    for (const deal of old.filter((deal) => !needed.includes(deal))) this.storage.removeItem(PREFIX + deal);
    const left = [...held.filter((deal) => !old.includes(deal) || needed.includes(deal)), ...deals];
    this.storage.setItem(HELD, JSON.stringify(left));
  }

  // The deals of which this device keeps something, the oldest first.
  get held() {
    try {
      return JSON.parse(this.storage.getItem(HELD) || "[]");
    } catch (unreadable) {
      return [];
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
    this.storage.setItem(PREFIX + deal, JSON.stringify(draft));
  }
}
