// Runs before the first paint, so that a page never flashes in the wrong colours: it puts the reader's choices,
// kept in localStorage, on <html>. Where storage is closed to us the system's own choice stands.
(() => {
  "use strict";
  const root = document.documentElement;
  root.dataset.js = "";
  for (const name of ["scheme", "deck", "hand", "size"]) {
    let chosen = null;
    try {
      chosen = localStorage.getItem(`huapai.${name}`);
    } catch (refused) {
      chosen = null;
    }
    if (chosen) root.dataset[name] = chosen;
  }
  // The bar of the browser follows the choice too.
  const { scheme } = root.dataset;
  const metas = [...document.querySelectorAll('meta[name="theme-color"][media]')];
  const chosen = metas.find(({ media }) => scheme && media.includes(scheme));
  if (chosen) for (const meta of metas) meta.content = chosen.content;
})();
