// Clocks of rounds count in the page: by the hour of the server's last answer, and by how long the page has been open
// since, which nobody can set. The clock of the device is not asked; it may be wrong. Nothing is fetched for it.
//
// <p data-clock="running" data-until="1763690000000" data-last="1763689400000" data-left="754">
//   <span data-clock-left></span> <span data-clock-when="running">…</span> <span data-clock-when="last" hidden>…</span> …
// </p>
//   data-clock  waiting, running, held or called; one that runs is called by itself when its time is over
//   data-until  when that is, data-last from when no new deal is begun: milliseconds by the server
//   data-left   seconds, shown while the clock does not run
// <p data-hall-clock data-zone="Asia/Shanghai"></p>  the hour in a hall
// live.js says the hour of every answer by the event "huapai:heard"; until the first one nothing is counted.
(() => {
  "use strict";
  const TICK = 250;
  const SET_BACK = 2000; // milliseconds by which an hour that was heard may be late on its way
  let ahead = null; // by how much the server's hour is ahead of the time since the page was opened

  // The hour was what the answer says, or later by the way that it came: the latest that was heard is the best.
  const hear = (date) => {
    const heard = Date.parse(date) - performance.now();
    if (!Number.isFinite(heard)) return;
    if (ahead === null || heard > ahead || heard < ahead - SET_BACK) ahead = heard;
  };

  const written = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

  const read = ({ clock, until, last, left }) => {
    if (clock !== "running") return { state: clock, text: clock === "called" ? "0:00" : written(Number(left)) };
    if (ahead === null) return { state: clock, text: "" };
    const now = performance.now() + ahead;
    const seconds = Math.max(0, Math.ceil((Number(until) - now) / 1000));
    const state = seconds === 0 ? "called" : now >= Number(last) ? "last" : clock;
    return { state, text: written(seconds) };
  };

  const show = (clock) => {
    const { state, text } = read(clock.dataset);
    const left = clock.querySelector("[data-clock-left]");
    if (left.textContent !== text) left.textContent = text;
    if (clock.dataset.shown !== state) clock.dataset.shown = state;
    for (const words of clock.querySelectorAll("[data-clock-when]")) {
      const hidden = words.dataset.clockWhen !== state;
      if (words.hidden !== hidden) words.hidden = hidden;
    }
  };

  const showHour = (clock) => {
    if (ahead === null) return;
    const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: clock.dataset.zone };
    const text = new Intl.DateTimeFormat(document.documentElement.lang, options).format(performance.now() + ahead);
    if (clock.textContent !== text) clock.textContent = text;
  };

  const draw = () => {
    for (const clock of document.querySelectorAll("[data-clock]")) show(clock);
    for (const clock of document.querySelectorAll("[data-hall-clock]")) showHour(clock);
  };

  document.addEventListener("huapai:heard", (event) => {
    hear(event.detail);
    draw();
  });
  setInterval(draw, TICK);
  draw();
})();
