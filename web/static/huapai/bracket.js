// Of the links above a knockout, that of the round in the middle of what is in sight is marked.
(() => {
  "use strict";

  const middle = (element) => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };

  const mark = (view) => {
    const links = view.previousElementSibling;
    if (!links || !links.matches(".bracket-rounds")) return;
    const rounds = [...view.querySelectorAll(".bracket-round")];
    const away = rounds.map((round) => Math.round(Math.abs(middle(round) - middle(view))));
    const now = away.indexOf(Math.min(...away));
    [...links.children].forEach((link, at) => {
      if (at === now) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  };

  const markAll = () => document.querySelectorAll(".bracket-view").forEach(mark);
  const scrolled = ({ target }) => target instanceof Element && target.matches(".bracket-view") && mark(target);
  document.addEventListener("scroll", scrolled, { capture: true, passive: true });
  document.addEventListener("huapai:heard", markAll);
  addEventListener("resize", markAll);
  markAll();
})();
