// The hall screen: turns its pages by itself, and says which of how many is shown. Its clock is in clock.js.
//
// <div data-hall><div data-hall-screen>…</div>… <p data-hall-count></p></div>   data-seconds: how long a page stays (12);
//   a data-hall-screen may say what it has of the list, which stands before its number
// <p data-hall-clock data-zone="Asia/Shanghai"></p>
// Where several parts are a [data-hall], as in the overview of all events, one is shown after the other, and each
// has a dot for every part beside its count, and before it what its data-next says of the part that follows. With
// data-again (seconds) on the clock the page is asked for again, and opened anew when it lists other events.
(() => {
  "use strict";
  const halls = [...document.querySelectorAll("[data-hall]")];
  const clock = document.querySelector("[data-hall-clock]");
  const seconds = Number(halls[0]?.dataset.seconds || 12);
  const PATIENCE = 8000; // ms: a connection that died without a word would be waited for until the page is closed
  let turned = 0;

  const hide = (element, hidden) => {
    if (element.hidden !== hidden) element.hidden = hidden;
  };

  // What a screen shows of a list, if it says so, and which of how many it is.
  const counted = (screens, now) =>
    [screens[now]?.dataset.hallScreen, `${now + 1} / ${screens.length}`].filter(Boolean).join("\u2002");

  // Of several events a dot each, the one shown is filled.
  const dots = (shown) =>
    halls.length > 1 ? halls.map((_, number) => (number === shown ? "\u25cf" : "\u25cb")).join("\u2009") : "";

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
      const shown = [hall.dataset.next, screens.length > 1 ? counted(screens, now) : "", dots(number)];
      const words = shown.filter(Boolean).join("\u2003");
      if (count && count.textContent !== words) count.textContent = words;
      now -= length;
    });
  };

  const listed = (parts) => [...parts].map((part) => part.dataset.live).join(" ");

  const limit = () => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), PATIENCE);
    return ending.signal;
  };

  const ask = async (method) => {
    const answer = await fetch(location.href, {
      method,
      credentials: "same-origin",
      redirect: "error",
      signal: limit(),
    });
    document.dispatchEvent(new CustomEvent("huapai:heard", { detail: answer.headers.get("Date") }));
    return answer;
  };

  // A live part says the hour with every answer; a wall that asks nothing any more has to be told it once.
  const hearHour = () => {
    if (!clock.textContent) ask("HEAD").catch(() => {}); // asked again in a minute
  };

  const lookAgain = async () => {
    try {
      const answer = await ask("GET");
      if (!answer.ok || !answer.headers.has("ETag")) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const now = listed(page.querySelectorAll("[data-hall]"));
      if (now && now !== listed(halls)) location.reload();
    } catch (failed) {
      // The stale bar tells of it; the next look is soon.
    }
  };

  // What the live part brings is laid over the page, and shows every screen until they are told again.
  const watched = { childList: true, subtree: true, attributes: true, characterData: true };
  for (const hall of halls) new MutationObserver(show).observe(hall, watched);
  setInterval(() => {
    turned += 1;
    show();
  }, seconds * 1000);
  setInterval(hearHour, 60000);
  if (clock.dataset.again) setInterval(lookAgain, Number(clock.dataset.again) * 1000);
  show();
  hearHour();
  document.documentElement.dataset.turns = "";
})();
