// What this device had to hand over and no longer has. The names of what waits are noted apart from it, with the texts
// and with the tab (which keeps them when the page is loaded again): what is noted, is nowhere, and was not seen off,
// the browser has cleared. The table is told until somebody has read it, and the referee by a call.

import { newKey } from "./keys.js";

const REASON = "device";
const WORDS = 200; // as many characters as a call takes

function listed(text) {
  try {
    const list = JSON.parse(text || "[]");
    return Array.isArray(list) ? list : [];
  } catch (unreadable) {
    return [];
  }
}

// The storage of this tab, where the browser gives one.
export function ofTab() {
  try {
    sessionStorage.getItem("");
    return sessionStorage;
  } catch (closed) {
    return null;
  }
}

export class Losses {
  constructor(code, texts, tab = ofTab()) {
    this.noted = `huapai.waits.${code}`;
    this.name = `huapai.lost.${code}`;
    this.texts = texts;
    this.tab = tab;
  }

  // {key, items: [{key, kind, deal, label}], told}, null where nothing is lost that nobody has read.
  get lost() {
    try {
      return JSON.parse(this.texts.getItem(this.name) || "null");
    } catch (unreadable) {
      return null;
    }
  }

  note(items) {
    const noted = JSON.stringify(items.map(({ key, kind, deal, label }) => ({ key, kind, deal, label })));
    this.texts.setItem(this.noted, noted);
    try {
      this.tab?.setItem(this.noted, noted);
    } catch (full) {
      this.tab = null;
    }
  }

  // Compares, once, what was noted with what is there. Returns what is lost since it was last looked at.
  find(items, isGone) {
    const noted = [...listed(this.texts.getItem(this.noted)), ...listed(this.tab?.getItem(this.noted))];
    const there = new Set(items.map(({ key }) => key));
    const missing = noted.filter(({ key }) => !there.has(key) && !isGone(key) && there.add(key));
    if (missing.length) this.#keep({ key: newKey(), items: [...(this.lost?.items || []), ...missing], told: false });
    return missing;
  }

  // Tells the referee, under one key however often it has to be tried; true once the call is made. `words` say it.
  async tell(api, words) {
    const { lost } = this;
    if (!lost || lost.told) return null;
    const answer = await api.post("calls", { key: lost.key, reason: REASON, words: words.slice(0, WORDS), deal: "" });
    if (answer.ours && answer.status === 200) this.#keep({ ...lost, told: true });
    return answer;
  }

  read() {
    this.texts.removeItem(this.name);
  }

  #keep(lost) {
    this.texts.setItem(this.name, JSON.stringify(lost));
  }
}
