// The hall screen: turns its pages by itself, says which of how many is shown, and keeps the clock.
//
// <div data-hall><div data-hall-screen>…</div>… <p data-hall-count></p></div>   data-seconds: how long a page stays (12)
// <p data-hall-clock data-zone="Asia/Shanghai"></p>
// Where several parts are a [data-hall], as in the overview of all events, one is shown after the other.
(() => {
  "use strict";
  const halls = [...document.querySelectorAll("[data-hall]")];
  const clock = document.querySelector("[data-hall-clock]");
  const seconds = Number(halls[0]?.dataset.seconds || 12);
  let turned = 0;

  const hide = (element, hidden) => {
    if (element.hidden !== hidden) element.hidden = hidden;
  };

  const show = () => {
    const pages = halls.map((hall) => [...hall.querySelectorAll("[data-hall-screen]")]);
    const total = pages.reduce((sum, screens) => sum + Math.max(1, screens.length), 0);
    let now = total ? turned % total : 0;
    halls.forEach((hall, number) => {
      const screens = pages[number];
      const length = Math.max(1, screens.length);
      if (halls.length > 1) hide(hall, now < 0 || now >= length);
      screens.forEach((screen, place) => hide(screen, place !== (now < 0 || now >= length ? 0 : now)));
      const count = hall.querySelector("[data-hall-count]");
      const words = screens.length > 1 ? `${now + 1} / ${screens.length}` : "";
      if (count && count.textContent !== words) count.textContent = words;
      now -= length;
    });
  };

  const tick = () => {
    const zone = clock.dataset.zone;
    const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone };
    clock.textContent = new Intl.DateTimeFormat(document.documentElement.lang, options).format(new Date());
  };

  // What the live part brings is laid over the page, and shows every screen until they are told again.
  const watched = { childList: true, subtree: true, attributes: true, characterData: true };
  for (const hall of halls) new MutationObserver(show).observe(hall, watched);
  setInterval(() => {
    turned += 1;
    show();
  }, seconds * 1000);
  setInterval(tick, 1000);
  show();
  tick();
})();
