// What waits, told beyond the bar that live.js keeps: the count in the title of the window, and a tone for what is new.
//
// <div data-live="…"><div data-alerts="3" data-loud="call-12 dispute-4">…</div></div>
//   data-alerts  how many things wait
//   data-loud    the newest of each kind that makes a sound; one that is higher than any heard before is new
// <button data-alert-sound>: switches the tone off and on; the choice is kept on this device. A browser lets a page
// sound only after a tap or a key, so what came before that is shown and not heard.
(() => {
  "use strict";
  const SOUND = "huapai.alert-sound";
  const HEARD = "huapai.alerts-heard";
  const NOTES = [660, 880]; // hertz, one after the other
  const LENGTH = 0.18; // seconds of each
  const LOUD = 0.12;
  const title = document.title;
  let tone = null;

  const kept = (store, name) => {
    try {
      return store.getItem(name) || "";
    } catch (refused) {
      return "";
    }
  };

  const keep = (store, name, value) => {
    try {
      store.setItem(name, value);
    } catch (refused) {
      // It holds for this page then.
    }
  };

  const isOn = () => kept(localStorage, SOUND) !== "off";

  const sound = () => {
    if (!tone || tone.state !== "running" || !isOn()) return;
    NOTES.forEach((note, place) => {
      const from = tone.currentTime + place * LENGTH;
      const wave = tone.createOscillator();
      const level = tone.createGain();
      wave.frequency.value = note;
      level.gain.setValueAtTime(LOUD, from);
      level.gain.exponentialRampToValueAtTime(0.001, from + LENGTH);
      wave.connect(level).connect(tone.destination);
      wave.start(from);
      wave.stop(from + LENGTH);
    });
    document.dispatchEvent(new CustomEvent("huapai:alert"));
  };

  const newest = (loud) => new Map(loud.split(" ").filter(Boolean).map((each) => {
    const cut = each.lastIndexOf("-");
    return [each.slice(0, cut), Number(each.slice(cut + 1))];
  }));

  // What was heard of is kept for the window, or every page of it would sound anew.
  const listen = (bar, place) => {
    const before = newest(kept(sessionStorage, place));
    const now = newest(bar.dataset.loud);
    let isNew = false;
    for (const [kind, key] of now) {
      isNew = isNew || !before.has(kind) || key > before.get(kind);
      before.set(kind, Math.max(key, before.get(kind) || 0));
    }
    keep(sessionStorage, place, [...before].map((pair) => pair.join("-")).join(" "));
    if (isNew) sound();
  };

  const show = () => {
    let waiting = 0;
    for (const bar of document.querySelectorAll("[data-alerts]")) {
      waiting += Number(bar.dataset.alerts);
      listen(bar, `${HEARD}.${bar.closest("[data-live]")?.dataset.live || ""}`);
    }
    document.title = waiting ? `(${waiting}) ${title}` : title;
    for (const button of document.querySelectorAll("[data-alert-sound]")) {
      button.setAttribute("aria-pressed", String(isOn()));
      for (const words of button.querySelectorAll("[data-when]")) words.hidden = (words.dataset.when === "on") !== isOn();
    }
  };

  const wake = () => {
    if (!window.AudioContext) return;
    tone = tone || new AudioContext();
    if (tone.state !== "running") tone.resume();
  };

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-alert-sound]");
    if (!button) return;
    keep(localStorage, SOUND, isOn() ? "off" : "on");
    show();
    sound();
  });
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wake, { capture: true, passive: true });
  document.addEventListener("huapai:heard", show);
  show();
})();
