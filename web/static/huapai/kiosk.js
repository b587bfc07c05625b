// The kiosk at the door: a search as one types, a tap, a question, done, and back by itself.
//
// The page works without this script, a page a tap. With it the names are searched here, so that a network that
// stutters holds nobody up: a check-in is sent again until it is answered, and the page says so meanwhile. The same
// check-in sent twice is one.
(() => {
  "use strict";
  const BACK = 5000; // milliseconds until the next player
  const AGAIN = 2000; // milliseconds between two attempts
  const PATIENCE = 8000; // milliseconds for an answer
  const FRESH = 15000; // milliseconds between two looks at who is missing
  const IDLE = 30000; // milliseconds after which a search that was left alone is cleared

  const root = document.querySelector("[data-kiosk]");
  if (!root) return;
  const home = root.dataset.kiosk;
  const trouble = document.getElementById("kiosk-trouble");
  const list = document.getElementById("kiosk-list");

  // A page of its own, made by a press without this script: it goes back by itself.
  if (!list) {
    setTimeout(() => location.assign(home), root.querySelector("[data-kiosk-done]") ? BACK : IDLE);
    return;
  }

  const search = document.getElementById("kiosk-q");
  const form = search.form;
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  // After a full-width mark no space is set.
  const sentences = (said) => said.join(" ").replace(/([。！？；：）]) /g, "$1");
  const fold = (text) => text.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
  let typedAt = 0;
  let shown = null; // what stands in place of the list
  let pressed = false; // a finger is on the list

  const fits = (row, word) => {
    if (/^#?\d+$/.test(word)) return row.dataset.number === String(Number(word.replace("#", "")));
    return row.dataset.search.includes(/^[\x20-\x7f]+$/.test(word) ? `|${word}` : word);
  };

  const filter = () => {
    const words = fold(search.value);
    let found = 0;
    for (const row of list.querySelectorAll("[data-search]")) {
      const isFound = words.length ? words.every((word) => fits(row, word)) : !("present" in row.dataset);
      row.hidden = !isFound;
      found += isFound ? 1 : 0;
    }
    for (const link of list.querySelectorAll(".kiosk-initials a")) {
      const group = document.getElementById(link.hash.slice(1));
      link.hidden = group.hidden = !group.querySelector("[data-search]:not([hidden])");
    }
    const none = list.querySelector("[data-kiosk-none]");
    if (none) none.hidden = found > 0;
  };

  const ask = async (address, sent) => {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), PATIENCE);
    try {
      const answer = await fetch(address, {
        method: "POST",
        body: new URLSearchParams(sent),
        headers: { Accept: "application/json" },
        signal: ending.signal,
      });
      if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
      return answer.status === 404 ? null : await answer.json();
    } finally {
      clearTimeout(timer);
    }
  };

  // Asks until there is an answer; who waits is told.
  const askUntil = async (address, sent) => {
    for (;;) {
      try {
        const said = await ask(address, sent);
        trouble.hidden = true;
        if (said === null) location.reload();
        return said;
      } catch (failed) {
        trouble.hidden = false;
        await wait(AGAIN);
      }
    }
  };

  const refresh = async () => {
    try {
      const answer = await fetch(`${root.dataset.list}?all=1`, { signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status === 404) location.reload();
      if (!answer.ok) return;
      const text = await answer.text();
      // A name that is exchanged under the finger would not be tapped.
      if (shown || pressed) return;
      list.innerHTML = text;
      trouble.hidden = true;
      filter();
    } catch (failed) {
      trouble.hidden = false;
    }
  };

  const back = () => {
    if (shown) shown.remove();
    shown = null;
    search.value = "";
    form.hidden = list.hidden = false;
    filter();
    refresh();
  };

  const show = (name, words) => {
    if (shown) shown.remove();
    shown = document.getElementById(name).content.firstElementChild.cloneNode(true);
    shown.querySelector("[data-name]").textContent = words;
    form.hidden = list.hidden = true;
    root.append(shown);
    shown.querySelector("[data-name]").focus();
    return shown;
  };

  // The number below the name, none if it is empty.
  const number = (section, said) => {
    const line = section.querySelector("[data-number]");
    line.textContent = said && line.dataset.number.replace("{number}", said);
  };

  const done = (said) => {
    const section = show("kiosk-done", said.problems ? sentences(said.problems) : said.name);
    number(section, said.problems ? "" : said.number);
    section.querySelector("[data-seals]").innerHTML = said.seals || "";
    const undo = section.querySelector("[data-undo-it]");
    section.querySelector("[data-new]").hidden = !said.undo;
    section.querySelector("[data-old]").hidden = Boolean(said.undo || said.problems || said.door);
    section.querySelector("[data-door]").hidden = !said.door;
    undo.hidden = !said.undo;
    const timer = setTimeout(() => shown === section && back(), BACK);
    section.querySelector("[data-no]").addEventListener("click", () => {
      clearTimeout(timer);
      back();
    });
    undo.addEventListener("click", async () => {
      clearTimeout(timer);
      undo.disabled = true;
      const answer = await askUntil(root.dataset.undo, { undo: said.undo });
      if (answer && answer.problems) section.querySelector("[data-name]").textContent = sentences(answer.problems);
      section.querySelector("[data-new]").hidden = true;
      section.querySelector("[data-undone]").hidden = Boolean(answer && answer.problems);
      undo.hidden = true;
      setTimeout(() => shown === section && back(), BACK / 2);
    });
  };

  const pick = (link) => {
    const section = show("kiosk-asked", link.querySelector(".kiosk-pick-name").textContent);
    number(section, link.parentElement.dataset.number);
    if (link.dataset.others) section.querySelector("[data-others]").textContent = link.dataset.others;
    const timer = setTimeout(() => shown === section && back(), IDLE);
    section.querySelector("[data-no]").addEventListener("click", () => {
      clearTimeout(timer);
      back();
    });
    const yes = section.querySelector("[data-yes]");
    yes.addEventListener("click", async () => {
      clearTimeout(timer);
      for (const button of section.querySelectorAll("button")) button.disabled = true;
      const said = await askUntil(root.dataset.checkIn, { entry: link.dataset.pick });
      if (said) done(said);
    });
  };

  list.addEventListener("pointerdown", () => {
    pressed = true;
  });
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, () => {
      pressed = false;
    });
  }
  list.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("[data-pick]");
    if (!link) return;
    event.preventDefault();
    pick(link);
  });
  search.addEventListener("input", () => {
    typedAt = Date.now();
    filter();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    filter();
    const rows = [...list.querySelectorAll("[data-search]")].filter((row) => !row.hidden);
    if (rows.length === 1) pick(rows[0].querySelector("[data-pick]"));
  });
  form.querySelector("[data-kiosk-find]").hidden = true;
  setInterval(() => {
    if (shown) return;
    if (search.value && Date.now() - typedAt > IDLE) search.value = "";
    refresh();
  }, FRESH);
  refresh();
})();
