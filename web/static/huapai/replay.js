// Steps through a deal: one trick at a time, by buttons and by the arrow keys.
//
// <button data-step="forward" data-of="tricks">   back, forward, all, or the number of a trick
// <a href="#sum-N">   opens the sum of a seat, and closes those of the others
// <ol class="replay" id="tricks"> … <li class="replay-trick">   the stylesheet shows the first one
//
// Where the reader stands is kept in data-open alone, which a live page leaves as it is: "one" on the
// list and a mark on its trick, "all" on the list where every trick is shown.
(() => {
  "use strict";
  const KEYS = { ArrowLeft: "back", ArrowRight: "forward" };

  const show = (list, trick) => {
    for (const one of list.children) one.toggleAttribute("data-open", one === trick);
    list.dataset.open = trick ? "one" : "all";
    const number = [...list.children].indexOf(trick) + 1;
    for (const tick of document.querySelectorAll(`.scrubber-tick[data-of="${list.id}"]`)) {
      tick.toggleAttribute("data-open", Number(tick.dataset.step) === number);
    }
  };

  const step = (list, where) => {
    const tricks = [...list.children];
    const now = Math.max(0, tricks.findIndex((one) => one.hasAttribute("data-open")));
    const places = { back: now - 1, forward: list.dataset.open === "all" ? 0 : now + 1 };
    const place = Math.min(tricks.length - 1, Math.max(0, places[where] ?? Number(where) - 1));
    show(list, where === "all" ? null : tricks[place]);
  };

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-step][data-of]") : null;
    const list = button && document.getElementById(button.dataset.of);
    if (list) step(list, button.dataset.step);
    const link = event.target instanceof Element ? event.target.closest('a[href^="#sum-"]') : null;
    const sum = link && document.getElementById(link.hash.slice(1));
    if (!sum) return;
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
