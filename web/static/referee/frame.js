// The frame of the page, apart from what is entered in it: kept by a worker where there is HTTPS, and
// made anew when the server has become another program.

import { tellOfChat } from "./chat.js";
import { DONE, OPEN } from "./deal_state.js";

const STATIC = "/static/";
const PATIENCE = 30000; // ms for the page of what this device holds

export class Frame {
  constructor(root, exchange, round) {
    this.root = root;
    this.exchange = exchange;
    this.round = round;
    tellOfChat();
  }

  // Whether a page that is loaded again would come without a network.
  get opensOffline() {
    return Boolean(navigator.serviceWorker?.controller && this.root.dataset.kept);
  }

  // Lets the worker keep all that this page was made of, once everything is there. The page of what this device holds
  // is fetched in any case: without a worker it opens from the browser's own cache.
  async keep() {
    const { serviceWorker } = navigator;
    const { holds } = this.root.dataset;
    this.#load(holds, "default");
    if (!serviceWorker) return;
    serviceWorker.addEventListener("message", ({ data }) => data.kept && this.root.setAttribute("data-kept", "yes"));
    try {
      await serviceWorker.register(this.root.dataset.worker);
    } catch (refused) {
      return;
    }
    const { active } = await serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const files = [...new Set(loaded)].filter((name) => name.startsWith(location.origin + STATIC));
    active.postMessage({ page: location.pathname, also: [holds], files, root: this.root.dataset.files });
  }

  // With the table came a cookie. The browser's own cache holds pages by the cookies that were sent for them: those that
  // came before are fetched once more, or they would not open without a network.
  fetchAgain() {
    for (const address of [location.href, this.root.dataset.holds]) this.#load(address, "reload");
  }

  #load(address, cache) {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), PATIENCE);
    fetch(address, { cache, signal: ending.signal }).catch(() => {});
  }

  // Another program serves now: its page is fetched once, when nobody is in the middle of anything.
  renew() {
    const { pack } = this.exchange.pack;
    const { build } = this.root.dataset;
    if (!pack?.build || pack.build === build || !this.exchange.connection.works || !this.#isIdle(pack)) return;
    const name = `huapai.renewed.${this.exchange.code}`;
    const change = `${build} ${pack.build}`;
    if (this.exchange.storage.getItem(name) === change) return;
    this.exchange.storage.setItem(name, change);
    location.reload();
  }

  #isIdle(pack) {
    if (this.exchange.outbox.items.length || document.querySelector("dialog[open]")) return false;
    if (!pack.round || !pack.deals.length) return true;
    const view = (shown) => !this.root.querySelector(`[data-view="${shown}"]`).hidden;
    const standing = this.round.stateOf(this.round.deal);
    return (standing === OPEN && !view("result")) || (standing === DONE && view("result"));
  }
}
