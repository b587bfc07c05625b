// <form data-leaving> … <div data-left="…{count}…{code}…" hidden><ul></ul></div> … <button data-anyway="…">
// Whoever signs out on a device that still holds something of a table is told so first, with the way to it.
(() => {
  "use strict";
  const PREFIX = "huapai.waiting.";

  const left = () => {
    try {
      const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
      return names.map((name) => ({ code: name.slice(PREFIX.length), count: localStorage.getItem(name) }));
    } catch (refused) {
      return [];
    }
  };

  const row = (words, { code, count }) => {
    const link = document.createElement("a");
    link.href = `/t/${code}/`;
    link.textContent = words.replace("{code}", code).replace("{count}", count);
    const item = document.createElement("li");
    item.append(link);
    return item;
  };

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-leaving]");
    const told = form?.querySelector("[data-left]");
    const tables = left();
    if (!told || !told.hidden || !tables.length) return;
    event.preventDefault();
    told.querySelector("ul").replaceChildren(...tables.map((table) => row(told.dataset.left, table)));
    told.hidden = false;
    const button = form.querySelector("[data-anyway]");
    button.textContent = button.dataset.anyway;
  });
})();
