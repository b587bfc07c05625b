// Keeps a part of the page up to date by asking politely.
//
// <section data-live="/e/7/standings" data-etag='"12-zh"'> … the fragment, as the server rendered it … </section>
//   data-live   the address that answers with the same fragment alone, or 304
//   data-etag   the stamp of what is shown; without it the first answer is always a whole one
//   data-often  seconds between questions while somebody looks (5); data-seldom in the background (60)
//   data-patience  seconds for an answer to be there in full (20); after that the question is given up
//   data-soon   ask as soon as the page is there: what the browser shows may be its own copy
//   data-trouble  the id of a hidden element that is shown while no answer comes, and what is shown may be old
// A fragment that contains [data-live-done] is the last one: nothing is asked after it.
//
// An answer is laid over what is there, node by node, so focus, selection, scroll and opened <details> stay.
// Rows that may change places carry an id or a data-key. A few that do are seen to move there, by a view transition of
// the browser: they are given names for it, and lose these afterwards. Whatever stays is never captured.
(() => {
  "use strict";
  const LOOKED = 120; // seconds for which a touch or a key counts as somebody looking
  const IDLE = 3; // how many times longer the pause is in a window that is seen and left alone
  const PATIENCE = 20; // seconds for an answer
  const TOLD = 2; // failures after which it is said that what is shown may be old
  const SLOWEST = 120; // seconds; the longest pause between failures
  const MARK = 2000; // milliseconds for which a changed number is marked
  const NAMED = 24; // the most rows that move at once
  const LONGEST = 240; // milliseconds after which a row is in its place, and can be tapped
  const ROWS = ":is(li, tr):is([id], [data-key])";
  const OWN = new Set(["open", "data-open", "data-mine", "aria-expanded", "aria-pressed"]); // what the reader did to the page, and keeps
  // A wall tells the hour of its hall, wherever the device thinks that it is.
  const timeZone = document.querySelector("[data-zone]")?.dataset.zone;
  const HOUR = new Intl.DateTimeFormat("zh-CN", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let touched = Date.now();
  let moving = false;

  // laying the new over the old

  const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key || "" : "");

  const fits = (old, fresh) =>
    old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh);

  const take = (old, fresh, changed) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.nodeValue === fresh.nodeValue) return;
      old.nodeValue = fresh.nodeValue;
      changed.add(old.parentElement);
      return;
    }
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (!OWN.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    if (old !== document.activeElement || !("value" in old)) lay(old, fresh, changed);
  };

  const lay = (parent, fresh, changed) => {
    const keyed = new Map();
    for (const child of parent.children) if (keyOf(child)) keyed.set(keyOf(child), child);
    let place = parent.firstChild;
    for (const wanted of [...fresh.childNodes]) {
      const known = keyOf(wanted) ? keyed.get(keyOf(wanted)) : place;
      if (known && fits(known, wanted)) {
        if (known === place) place = place.nextSibling;
        else parent.insertBefore(known, place);
        take(known, wanted, changed);
      } else {
        parent.insertBefore(wanted, place);
      }
    }
    while (place) {
      const next = place.nextSibling;
      place.remove();
      place = next;
    }
  };

  // rows that move to their places

  const rowsOf = (root) => {
    const rows = new Map();
    for (const row of root.querySelectorAll(ROWS)) {
      const outer = row.parentElement && row.parentElement.closest(ROWS);
      if (!outer || !root.contains(outer)) rows.set(keyOf(row), row);
    }
    return rows;
  };

  const inSight = (row) => {
    const { top, bottom, height } = row.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  };

  // How many leave their order: all but the longest run that keeps it.
  const leaving = (places) => {
    const ends = [];
    for (const place of places) {
      const at = ends.findIndex((end) => end > place);
      ends[at < 0 ? ends.length : at] = place;
    }
    return places.length - ends.length;
  };

  // The keys of the rows that move; none where nothing does, or where so much does that nobody could follow.
  const keysToMove = (old, fresh) => {
    const after = [...fresh.keys()].filter((key) => old.has(key));
    const place = new Map(after.map((key, number) => [key, number]));
    const before = [...old.keys()].filter((key) => place.has(key));
    const left = leaving(before.map((key) => place.get(key)));
    if (!left || left > before.length / 2) return [];
    return before.filter((key, number) => place.get(key) !== number && inSight(old.get(key))).slice(0, NAMED);
  };

  const name = (root, keys, given) => {
    const rows = rowsOf(root);
    keys.forEach((key, number) => {
      const row = rows.get(key);
      if (!row) return;
      row.style.viewTransitionName = given ? `row-${number}` : "";
      if (!row.getAttribute("style")) row.removeAttribute("style");
    });
  };

  const move = async (root, keys, swap) => {
    moving = true;
    name(root, keys, true);
    // A row that has come to another table is another element: it gets the name again.
    const motion = document.startViewTransition(() => {
      swap();
      name(root, keys, true);
    });
    motion.ready.catch(() => {}); // It was skipped, as in a window that is hidden meanwhile.
    const limit = setTimeout(() => motion.skipTransition(), LONGEST);
    try {
      await motion.finished;
    } finally {
      clearTimeout(limit);
      name(root, keys, false);
      moving = false;
    }
  };

  const mark = (elements) => {
    for (const element of elements) {
      const number = element && element.closest(".points, .number, [data-mark]");
      if (!number) continue;
      number.classList.add("changed");
      setTimeout(() => number.classList.remove("changed"), MARK);
    }
  };

  // asking

  class Live {
    constructor(element) {
      this.element = element;
      this.failures = 0;
      this.last = null; // the server's hour of the last answer
      this.asking = false;
      // A wall that shows nothing yet, and a page that the browser may have kept from an earlier day.
      const waits = ("screen" in element.dataset && !element.dataset.etag) || "soon" in element.dataset;
      this.later(waits || element.querySelector("[data-clock]") ? 0 : undefined);
    }

    get pause() {
      const often = Number(this.element.dataset.often || 5);
      const seldom = Number(this.element.dataset.seldom || 60);
      if (this.failures) return Math.min(SLOWEST, often * 2 ** this.failures);
      if (document.hidden) return Math.max(often, seldom);
      const looked = Date.now() - touched < LOOKED * 1000 || "screen" in this.element.dataset;
      return looked ? often : Math.min(seldom, often * IDLE);
    }

    // A little chance, or every phone in the hall would ask in the same moment.
    later(seconds = this.pause * (0.9 + 0.2 * Math.random())) {
      clearTimeout(this.timer);
      if (!this.element.isConnected || this.element.querySelector("[data-live-done]")) return;
      this.timer = setTimeout(() => this.ask(), seconds * 1000);
    }

    async ask() {
      if (this.asking) return;
      this.asking = true;
      try {
        await this.fetch();
        this.failures = 0;
      } catch (failed) {
        // One that was given up has lasted so long that what is shown is old already.
        this.failures = failed.name === "AbortError" ? Math.max(TOLD, this.failures + 1) : this.failures + 1;
      }
      this.asking = false;
      this.tell();
      this.later();
    }

    // A connection that died without a word would be waited for until the page is closed.
    async fetch() {
      const giveUp = new AbortController();
      const timer = setTimeout(() => giveUp.abort(), 1000 * Number(this.element.dataset.patience || PATIENCE));
      try {
        await this.question(giveUp.signal);
      } finally {
        clearTimeout(timer);
      }
    }

    async question(signal) {
      const { live, etag } = this.element.dataset;
      const headers = { "X-Requested-With": "fetch" };
      if (etag) headers["If-None-Match"] = etag;
      const answer = await fetch(live, { headers, credentials: "same-origin", redirect: "error", signal });
      if (answer.status === 304) return this.heard(answer);
      if (answer.status === 404) document.dispatchEvent(new CustomEvent("huapai:gone", { detail: live }));
      const stamp = answer.headers.get("ETag");
      // The sign-in page of a hotel's network also answers 200; it knows no stamp.
      if (!answer.ok || !stamp) throw new Error(String(answer.status));
      await this.show(await answer.text(), stamp);
      this.heard(answer);
    }

    // What counts on the page counts by the hour of the server, see clock.js.
    heard(answer) {
      if (answer.headers.has("Date")) this.last = new Date(answer.headers.get("Date"));
      document.dispatchEvent(new CustomEvent("huapai:heard", { detail: answer.headers.get("Date") }));
    }

    // Whoever has waited for a while wants to see what is, and not how it came.
    get mayMove() {
      const stale = this.failures >= TOLD;
      return Boolean(document.startViewTransition) && !moving && !stale && !document.hidden && !still.matches;
    }

    async show(html, stamp) {
      const fresh = document.createElement("template");
      fresh.innerHTML = html;
      const keys = this.mayMove ? keysToMove(rowsOf(this.element), rowsOf(fresh.content)) : [];
      const swap = () => this.swap(fresh, stamp);
      if (keys.length) await move(this.element, keys, swap);
      else swap();
    }

    swap(fresh, stamp) {
      const changed = new Set();
      const focused = document.activeElement;
      lay(this.element, fresh.content, changed);
      // A row that has changed places takes its focus along.
      if (focused !== document.activeElement && this.element.contains(focused)) focused.focus({ preventScroll: true });
      this.element.dataset.etag = stamp;
      mark(changed);
    }

    // Parts that share the words are old as soon as one of them is, and since its hour.
    tell() {
      const words = document.getElementById(this.element.dataset.trouble || "");
      if (!words) return;
      const old = lives.filter((live) => live.element.dataset.trouble === words.id && live.failures >= TOLD);
      words.hidden = !old.length;
      const since = Math.min(...old.filter((live) => live.last).map((live) => live.last.getTime()));
      const last = words.querySelector("[data-last]");
      if (!last || !Number.isFinite(since)) return;
      last.hidden = false;
      last.querySelector("[data-last-at]").textContent = HOUR.format(since);
    }
  }

  const lives = [...document.querySelectorAll("[data-live]")].map((element) => new Live(element));

  const looked = () => {
    const idle = Date.now() - touched > LOOKED * 1000;
    touched = Date.now();
    if (idle) for (const live of lives) live.later();
  };

  const back = () => {
    if (document.hidden) return;
    touched = Date.now();
    for (const live of lives) live.later(Math.random());
  };

  for (const kind of ["pointerdown", "keydown", "scroll"]) {
    document.addEventListener(kind, looked, { passive: true, capture: true });
  }
  document.addEventListener("visibilitychange", back);
  window.addEventListener("online", back);
})();
