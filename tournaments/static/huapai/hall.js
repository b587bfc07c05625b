// The hall screen: turns its pages by itself, says which of how many is shown, and keeps the clock.
//
// <div data-hall><tbody data-hall-screen>…</tbody>… <p data-hall-count></p></div>   data-seconds: how long a page stays (12)
// <p data-hall-clock data-zone="Asia/Shanghai"></p>
(() => {
  "use strict";
  const hall = document.querySelector("[data-hall]");
  const clock = document.querySelector("[data-hall-clock]");
  const seconds = Number(hall.dataset.seconds || 12);
  let turned = 0;

  const show = () => {
    const screens = [...hall.querySelectorAll("[data-hall-screen]")];
    const now = screens.length ? turned % screens.length : 0;
    screens.forEach((screen, number) => {
      if (screen.hidden !== (number !== now)) screen.hidden = number !== now;
    });
    const count = hall.querySelector("[data-hall-count]");
    const words = screens.length > 1 ? `${now + 1} / ${screens.length}` : "";
    if (count && count.textContent !== words) count.textContent = words;
  };

  const tick = () => {
    const zone = clock.dataset.zone;
    const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone };
    clock.textContent = new Intl.DateTimeFormat(document.documentElement.lang, options).format(new Date());
  };

  // What the live part brings is laid over the page, and shows every screen until they are told again.
  new MutationObserver(show).observe(hall, { childList: true, subtree: true, attributes: true, characterData: true });
  setInterval(() => {
    turned += 1;
    show();
  }, seconds * 1000);
  setInterval(tick, 1000);
  show();
  tick();
})();
