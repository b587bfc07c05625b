// Keeps a member's page on this phone: what was last heard, with its hour, so that it opens without a network.
//
// A worker keeps the page itself where there is HTTPS; by plain HTTP the browser's own cache has it, as old as it may
// be. What live.js hears after that is kept here and laid over it before anything is asked.
(() => {
  "use strict";
  const FILES = ["/static/", "/face/"]; // what never changes under its address: the program's, and a club's mark and titles
  const root = document.getElementById("member");
  const page = location.pathname;
  const key = `huapai.member.${page}`;
  const parts = [...document.querySelectorAll("[data-live]")];
  const clock = new Intl.DateTimeFormat("zh-CN", {
    timeZone: root.dataset.zone || undefined,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  let at = Date.parse(root.dataset.at);

  // A browser that keeps nothing shows the page as it came.
  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(key) || "null");
    } catch (refused) {
      return null;
    }
  };

  const keep = () => {
    const told = parts.map(({ id, innerHTML, dataset }) => ({ id, html: innerHTML, live: dataset.live, etag: dataset.etag }));
    try {
      localStorage.setItem(key, JSON.stringify({ at, told }));
    } catch (refused) {
      // No room: the page is as old as the browser's copy.
    }
  };

  const forget = () => {
    try {
      localStorage.removeItem(key);
    } catch (refused) {
      // Nothing was kept.
    }
  };

  const tellHour = () => {
    root.querySelector("[data-hour]").textContent = clock.format(at);
  };

  const restore = () => {
    const last = kept();
    if (!last) return;
    const newer = last.at > at;
    for (const { id, html, live, etag } of last.told) {
      const part = document.getElementById(id);
      if (!part || part.dataset.live !== live || (!newer && part.children.length)) continue;
      part.innerHTML = html;
      if (etag) part.dataset.etag = etag;
    }
    if (!newer) return;
    at = last.at;
    tellHour();
  };

  // The page with its files, for the worker that opens it without a network. By plain HTTP there is none: the page opens
  // again from the browser's own cache, which a reload passes by.
  const keepPage = async () => {
    const { serviceWorker } = navigator;
    document.getElementById("no-reload").hidden = Boolean(serviceWorker);
    if (!serviceWorker) return;
    serviceWorker.addEventListener("message", ({ data }) => data.kept && root.setAttribute("data-kept", "yes"));
    try {
      await serviceWorker.register(root.dataset.worker);
    } catch (refused) {
      return;
    }
    const { active } = await serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const files = [...new Set(loaded)].filter((name) => FILES.some((below) => name.startsWith(location.origin + below)));
    active.postMessage({ page, files, root: root.dataset.files });
  };

  // After something was done the page has an address of its own for once, so that no old copy is shown.
  if (location.search) history.replaceState(null, "", page + location.hash);
  restore();

  document.addEventListener("huapai:heard", ({ detail }) => {
    if (detail) at = Date.parse(detail);
    tellHour();
    keep();
  });
  // The link was drawn anew or revoked: what is kept here is nobody's any more.
  document.addEventListener("huapai:gone", ({ detail }) => {
    if (detail !== root.dataset.liveOf) return;
    forget();
    location.reload();
  });
  // What is pressed without a network would be lost with the page.
  document.addEventListener("submit", (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    document.getElementById("trouble").hidden = false;
  });
  addEventListener("load", keepPage);
})();
