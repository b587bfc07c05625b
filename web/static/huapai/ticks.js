// <form data-ticks="persons"> … <button data-tick="all"> … <span data-ticked>70</span>
// Ticks all, none or those that were proposed, and says how many are ticked: in a fold those of the fold, with
// data-ticked="10" how many pages of ten they fill. Without script the page says what the server proposes.
(() => {
  "use strict";
  const form = document.querySelector("form[data-ticks]");
  const boxes = (part) => [...part.querySelectorAll(`input[name="${form.dataset.ticks}"]`)];

  const say = () => {
    for (const place of form.querySelectorAll("[data-ticked]")) {
      const ticked = boxes(place.closest("details") || form).filter((box) => box.checked).length;
      place.textContent = Math.ceil(ticked / (Number(place.dataset.ticked) || 1));
    }
  };

  const tick = (how) => {
    for (const box of boxes(form)) box.checked = how === "all" || (how === "proposed" && box.defaultChecked);
    say();
  };

  form?.addEventListener("change", say);
  form?.addEventListener("click", (event) => {
    const how = event.target.closest("[data-tick]")?.dataset.tick;
    if (how) tick(how);
  });
  form?.addEventListener("submit", (event) => {
    const told = form.querySelector("[data-after]");
    if (told && event.submitter?.hasAttribute("data-saves")) told.hidden = false;
  });
  // A page that the browser shows again keeps the ticks it had.
  if (form) addEventListener("pageshow", say);
})();
