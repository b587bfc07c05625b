// Who the reader is in an event, kept on this device alone: his rows are marked, his card is pinned above the page.
//
// <button data-me="7" data-of="uid" data-name="韩雪">   chooses, and takes back
// <li data-who="7">                                     is marked where it is his
// <li data-who="7" data-seat="3号桌 南">                 says where he sits
// <a data-me-card="uid">                                his card; its parts are filled from his rows
(() => {
  "use strict";
  const keyOf = (event) => `huapai.me.${event}`;
  const card = document.querySelector("[data-me-card]");

  const chosen = (event) => {
    try {
      return JSON.parse(localStorage.getItem(keyOf(event)) || "null");
    } catch (refused) {
      return null;
    }
  };

  const choose = ({ me: number, of: event, name }) => {
    const now = chosen(event);
    try {
      if (now && now.number === number) localStorage.removeItem(keyOf(event));
      else localStorage.setItem(keyOf(event), JSON.stringify({ number, name }));
    } catch (refused) {
      // A browser that keeps nothing has nothing to mark.
    }
    show();
  };

  const write = (part, text) => {
    const place = card.querySelector(`[data-me-${part}]`);
    if (place.textContent !== text) place.textContent = text;
  };

  // What a screen reader is told beside a number is no part of it.
  const textIn = (row, selector) => {
    const found = row && row.querySelector(selector);
    if (!found) return "";
    const copy = found.cloneNode(true);
    for (const hidden of copy.querySelectorAll(".visually-hidden")) hidden.remove();
    return copy.textContent.trim();
  };

  const showCard = (me) => {
    card.hidden = !me;
    if (!me) return;
    const row = document.querySelector(`li[data-who~="${CSS.escape(me.number)}"]`);
    const address = `/e/${card.dataset.meCard}/entries/${encodeURIComponent(me.number)}/`;
    if (card.getAttribute("href") !== address) card.href = address;
    write("name", me.name);
    const seated = document.querySelector(`li[data-seat][data-who="${CSS.escape(me.number)}"]`);
    write("seat", textIn(row, ".standing-seat") || (seated ? seated.dataset.seat : ""));
    const [place, total] = [".standing-place", ".standing-total"].map((part) => textIn(row, part));
    const { meStanding, meOne } = card.querySelector("[data-me-standing]").dataset;
    const said = /^\+?1$/.test(total) ? meOne : meStanding;
    write("standing", /\d/.test(place) && total ? said.replace("{place}", place).replace("{total}", total) : total);
  };

  const show = () => {
    for (const button of document.querySelectorAll("[data-me]")) {
      const me = chosen(button.dataset.of);
      button.setAttribute("aria-pressed", String(Boolean(me) && me.number === button.dataset.me));
    }
    if (!card) return;
    const me = chosen(card.dataset.meCard);
    for (const row of document.querySelectorAll("[data-who]")) {
      const mine = Boolean(me) && row.dataset.who.split(" ").includes(me.number);
      if (row.hasAttribute("data-mine") !== mine) row.toggleAttribute("data-mine", mine);
    }
    showCard(me);
  };

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-me]");
    if (button) choose(button.dataset);
  });

  // What a link points at may be folded away.
  const unfold = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = target && target.closest("details:not([open])");
    if (!folded) return;
    folded.open = true;
    target.scrollIntoView();
  };

  // Each initial of a long list of seats is folded for phones alone.
  if (matchMedia("(min-width: 37.5rem)").matches) {
    for (const folded of document.querySelectorAll("details[data-open-wide]")) folded.open = true;
  }

  const live = document.querySelector("[data-live]");
  if (live) new MutationObserver(show).observe(live, { childList: true, subtree: true, characterData: true });
  addEventListener("hashchange", unfold);
  show();
  unfold();
})();
