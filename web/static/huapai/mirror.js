// A page of the mirror looks for news once a minute while somebody looks at it.
//
// <p data-mirror="../revision.json" data-late="… {minutes} …" data-renewed><span>… <time datetime="…">…</time></span></p>
//   data-mirror   what is asked: {"as_of": hour, "state": digest, "in_play": whether more is to come}
//   data-late     what is said instead where results are expected and none have come for long
//   data-renewed  the page is loaded anew where a newer one lies there
(() => {
  "use strict";
  const EVERY = 60; // seconds
  const PATIENCE = 20000; // milliseconds until an answer is given up
  const LATE = 15; // minutes without any news, while rounds are played
  const line = document.querySelector("[data-mirror]");
  if (!line) return;
  const words = line.querySelector("span");
  const own = line.querySelector("time");
  const made = own.dateTime;
  let looked = ""; // the state for which the page itself was looked at
  let timer = 0;

  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const read = (hour) => {
    const at = new Date(hour);
    const day = at.toDateString() === new Date().toDateString() ? {} : { month: "short", day: "numeric" };
    return new Intl.DateTimeFormat(document.documentElement.lang, { ...day, ...clock }).format(at);
  };

  const tell = (hour, now, inPlay) => {
    const minutes = Math.floor((now - new Date(hour)) / 60000);
    own.dateTime = hour;
    own.textContent = read(hour);
    words.hidden = false;
    const late = line.querySelector("[data-said]") || line.appendChild(document.createElement("span"));
    late.dataset.said = "";
    late.hidden = !(inPlay && minutes >= LATE);
    words.hidden = !late.hidden;
    late.textContent = line.dataset.late.replace("{minutes}", minutes);
  };

  // The page that lies there says itself when it was made.
  const isNewer = async () => {
    const answer = await fetch(location.href, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return false;
    const there = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-mirror] time");
    return there !== null && there.getAttribute("datetime") !== made;
  };

  const ask = async () => {
    const answer = await fetch(line.dataset.mirror, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return;
    const news = await answer.json();
    const now = answer.headers.has("Date") ? new Date(answer.headers.get("Date")) : new Date();
    tell(news.as_of, now, news.in_play);
    if (news.state === looked || !("renewed" in line.dataset)) return;
    if (await isNewer()) location.reload();
    else looked = news.state;
  };

  const later = (seconds) => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (document.hidden) return;
      try {
        await ask();
      } catch (failed) {
        // Without a network the page stays as it is, with its hour.
      }
      later(EVERY);
    }, seconds * 1000);
  };

  own.textContent = read(made);
  document.addEventListener("visibilitychange", () => later(1));
  later(2);
})();
