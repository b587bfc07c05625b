// <form data-follows> … <span id="said-rounds"> … <div id="rules-chosen"> … <section id="rules-shown">
// What is shown of the rules follows the form at once; without script its button shows them.
(() => {
  "use strict";
  const PARTS = "[id^='said-'], #rules-chosen, #rules-shown";
  const WAIT = 250;
  const PATIENCE = 15000; // ms: without an answer the button shows the rules
  const form = document.querySelector("form[data-follows]");
  let asked = 0;
  let timer = 0;

  // Folds that the reader opened stay open, and the field that is being used keeps the focus.
  const lay = (part, fresh) => {
    const open = [...part.querySelectorAll("details[open]")].map((fold) => fold.id);
    const used = part.contains(document.activeElement) ? document.activeElement.id : "";
    part.replaceChildren(...fresh.childNodes);
    for (const id of open) part.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
    if (used) document.getElementById(used)?.focus();
  };

  const limit = () => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), PATIENCE);
    return ending.signal;
  };

  const follow = async () => {
    const mine = ++asked;
    const sent = new FormData(form);
    sent.set("look", "1");
    sent.set("part", "1");
    const answer = await fetch(location.href, { method: "POST", body: sent, signal: limit() }).catch(() => null);
    if (!answer?.ok || answer.redirected || mine !== asked) return;
    const text = await answer.text().catch(() => "");
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const fresh of page.querySelectorAll(PARTS)) {
      const part = document.getElementById(fresh.id);
      if (part && mine === asked) lay(part, fresh);
    }
  };

  form?.addEventListener("change", (event) => {
    if (event.target.type === "text") return;
    clearTimeout(timer);
    timer = setTimeout(follow, WAIT);
  });
})();
