// Runs before the first paint, so that a page never flashes in the wrong colours: it puts the reader's choices,
// kept in localStorage, on <html>. Where storage is closed to us the system's own choice stands.
(() => {
  "use strict";
  const root = document.documentElement;
  root.dataset.js = "";
  for (const name of ["scheme", "deck", "hand"]) {
    let chosen = null;
    try {
      chosen = localStorage.getItem(`huapai.${name}`);
    } catch (refused) {
      chosen = null;
    }
    if (chosen) root.dataset[name] = chosen;
  }
})();
