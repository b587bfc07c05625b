// A page opens out of what led to it: the tile of a table becomes its page, a row of the standings the person, a deal
// its felt; and back. The browser shows it where it can, by a view transition from one page to the next, for which the
// one element concerned is given a name on either side. Runs in the head: a page is revealed before what is deferred.
(() => {
  "use strict";
  const LEADS = ".table-tiles > li, .match-lines > li, .standing-rows > li, .open-list > li, section[id^='table-'] .scroll";
  const OPENED = ".felt, .person-hero, section[id^='table-'] .scroll";
  // Of what is open in place: the table of a tile, the line of a row.
  const SHOWN = ":scope > .standing-row > summary, :scope > details[open] .scroll";
  const LONGEST = 200; // milliseconds after which it is given up; the browser takes some more to show the page
  const named = new Set();

  const inSight = (element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  };

  // What leads to the other page, or what this page was opened for.
  const concerned = (address) => {
    const { pathname } = new URL(address);
    const link = [...document.links].find((one) => one.pathname === pathname && one.closest(LEADS));
    const lead = link && link.closest(LEADS);
    const found = lead ? lead.querySelector(SHOWN) || lead : document.querySelector(OPENED);
    return found && inSight(found) ? found : null;
  };

  const forget = () => {
    for (const element of named) {
      element.style.viewTransitionName = "";
      if (!element.getAttribute("style")) element.removeAttribute("style");
    }
    named.clear();
  };

  const name = (motion, address) => {
    if (!motion) return;
    // It may be skipped, or the other page knows of none.
    for (const step of [motion.ready, motion.finished, motion.updateCallbackDone]) step.catch(() => {});
    const element = address && concerned(address);
    if (!element) {
      motion.skipTransition();
      return;
    }
    element.style.viewTransitionName = "opened";
    named.add(element);
    motion.finished.finally(forget).catch(() => {});
  };

  addEventListener("pageswap", (event) => {
    name(event.viewTransition, event.activation && event.activation.entry.url);
  });
  addEventListener("pagereveal", (event) => {
    const { activation } = window.navigation || {};
    name(event.viewTransition, activation && activation.from && activation.from.url);
    if (event.viewTransition) setTimeout(() => event.viewTransition.skipTransition(), LONGEST);
  });
  // A page that the browser has kept whole.
  addEventListener("pageshow", (event) => event.persisted && forget());
})();
