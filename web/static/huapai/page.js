// What every page shares: the display choices, menus that close, sheets that open, rows that open to their sum.
// All of it is bound to markup by data- attributes and listens at the document, so that a fragment which the
// page receives later works without being told.
(() => {
  "use strict";
  const root = document.documentElement;

  // <button data-set="scheme" data-value="dark">: an empty value gives the choice back to the system.
  const choose = (button) => {
    const { set: name, value } = button.dataset;
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
    try {
      if (value) localStorage.setItem(`huapai.${name}`, value);
      else localStorage.removeItem(`huapai.${name}`);
    } catch (refused) {
      // The choice holds for this page then, and that is all that can be had.
    }
    showChoices();
  };

  const showChoices = () => {
    for (const button of document.querySelectorAll("[data-set]")) {
      const now = root.dataset[button.dataset.set] || "";
      button.setAttribute("aria-pressed", String(now === button.dataset.value));
    }
  };

  // <a class="opens" href="#sum-7" aria-expanded="false">: without script the link itself shows its target.
  const openRow = (link) => {
    const row = document.getElementById(link.hash.slice(1));
    if (!row) return false;
    const open = !row.hasAttribute("data-open");
    row.toggleAttribute("data-open", open);
    link.setAttribute("aria-expanded", String(open));
    return true;
  };

  // The chosen page is in sight in its bar, however many stand before it.
  const showTab = (tab) => {
    const bar = tab.closest(".tabs, .site-nav, .rail");
    if (bar) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2;
  };

  // A row of a table is the target of its name; what else can be tapped in it keeps its own.
  const followRow = (target) => {
    const row = target.closest(".table tbody tr");
    const link = row && row.querySelector(":scope > .name > a");
    if (!link || target.closest("a, button, input, select, label, summary") || String(getSelection())) return;
    link.click();
  };

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target) return;
    for (const menu of document.querySelectorAll(".menu[open]")) {
      if (!menu.contains(target)) menu.open = false;
    }
    const setter = target.closest("[data-set]");
    if (setter) choose(setter);
    const opener = target.closest("[data-sheet]");
    if (opener) document.getElementById(opener.dataset.sheet).showModal();
    if (target.closest("[data-close]")) target.closest("dialog").close();
    if (target.matches("dialog.sheet[data-light]")) target.close();
    const row = target.closest("a.opens");
    if (row && openRow(row)) event.preventDefault();
    followRow(target);
  });

  // <input type="file" data-most="2000000" data-too-big="…">: a file that is too big is not sent. The server would
  // refuse it, perhaps without reading what was typed beside it.
  const isTooBig = (input) => {
    const found = [...input.files].some((file) => file.size > Number(input.dataset.most));
    input.setCustomValidity(found ? input.dataset.tooBig : "");
    if (found) input.reportValidity();
    return found;
  };

  document.addEventListener("change", (event) => {
    if (event.target instanceof Element && event.target.matches("input[data-most]")) isTooBig(event.target);
  });

  document.addEventListener("submit", (event) => {
    if ([...event.target.querySelectorAll("input[data-most]")].some(isTooBig)) event.preventDefault();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll(".menu[open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  document.addEventListener("DOMContentLoaded", () => {
    showChoices();
    document.querySelectorAll(":is(.tabs, .site-nav, .rail) [aria-current]").forEach(showTab);
    const summary = document.querySelector(".error-summary");
    if (summary) summary.focus();
    const rows = [...document.querySelectorAll("a.opens")];
    const named = rows.find((link) => link.hash === location.hash && link.hash);
    if (named && named.getAttribute("aria-expanded") !== "true") openRow(named);
  });
})();
