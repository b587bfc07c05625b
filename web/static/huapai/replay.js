// Steps through a deal: one trick at a time, by buttons and by the arrow keys.
//
// <button data-step="forward" data-of="tricks">   back, forward, all, or the number of a trick
// <a href="#sum-N">   opens the sum of a seat, and closes those of the others
// <button data-part="captures">   shows the part of that name, and of its neighbours none
// <ol class="replay" id="tricks"> … <li class="replay-trick">   the stylesheet shows the first one
//
// Where the reader stands is kept in data-open alone, which a live page leaves as it is: "one" on the
// list and a mark on its trick, "all" on the list where every trick is shown. On a felt, [data-on-felt],
// the hands come before the first trick; a card that was played until the chosen one is marked too, and so is
// what lies in the middle before the first.
(() => {
  "use strict";
  const KEYS = { ArrowLeft: "back", ArrowRight: "forward" };

  const first = (list) => ("onFelt" in list.dataset ? 0 : 1);

  // The number of what is shown; null where that is every trick.
  const shown = (list) => {
    if (list.dataset.open === "all") return null;
    return [...list.children].findIndex((trick) => trick.hasAttribute("data-open")) + 1 || first(list);
  };

  const show = (list, number) => {
    const tricks = [...list.children];
    tricks.forEach((trick, index) => trick.toggleAttribute("data-open", index + 1 === number));
    list.dataset.open = number === null ? "all" : "one";
    for (const tick of document.querySelectorAll(`.scrubber-tick[data-of="${list.id}"]`)) {
      const isOpen = Number(tick.dataset.step) === number;
      tick.toggleAttribute("data-open", isOpen);
      tick.setAttribute("aria-pressed", String(isOpen));
    }
    if ("onFelt" in list.dataset) takeFromHands(list, tricks.slice(0, number ?? 0));
  };

  const takeFromHands = (list, tricks) => {
    const felt = list.parentElement.querySelector(".felt");
    for (const card of felt.querySelectorAll(".card[data-open]")) card.removeAttribute("data-open");
    felt.querySelector(".felt-level")?.toggleAttribute("data-open", tricks.length > 0);
    for (const played of tricks.flatMap((trick) => [...trick.querySelectorAll("[data-seat] > .card")])) {
      const held = `[data-holds="${played.parentElement.dataset.seat}"] .card[data-card="${played.dataset.card}"]`;
      felt.querySelector(`${held}:not([data-open])`)?.setAttribute("data-open", "");
    }
  };

  const step = (list, where) => {
    const now = shown(list);
    const places = { back: (now ?? 0) - 1, forward: now === null ? first(list) : now + 1 };
    const number = Math.min(list.children.length, Math.max(first(list), places[where] ?? Number(where)));
    show(list, where === "all" ? null : number);
  };

  const showPart = (name) => {
    for (const tab of document.querySelectorAll("[data-part]")) {
      const isOpen = tab.dataset.part === name;
      tab.toggleAttribute("data-open", isOpen);
      tab.setAttribute("aria-pressed", String(isOpen));
      document.getElementById(tab.dataset.part).toggleAttribute("data-open", isOpen);
    }
  };

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest("[data-step][data-of]");
    const list = button && document.getElementById(button.dataset.of);
    if (list) step(list, button.dataset.step);
    const tab = event.target.closest("[data-part]");
    if (tab) showPart(tab.dataset.part);
    const link = event.target.closest('a[href^="#sum-"]');
    const sum = link && document.getElementById(link.hash.slice(1));
    if (!sum) return;
    showPart(sum.closest(".deal-side > [id]")?.id);
    for (const one of document.querySelectorAll(".deal-sum")) one.open = one === sum;
  });

  // A table that scrolls inside itself and a field keep the arrows for themselves.
  document.addEventListener("keydown", (event) => {
    const where = KEYS[event.key];
    const taken = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented;
    const list = document.querySelector(".replay");
    if (!where || taken || !list || event.target.closest("input, select, textarea, .scroll")) return;
    step(list, where);
    event.preventDefault();
  });
})();
