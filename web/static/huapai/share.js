// A button that copies a text of the page to the clipboard; without script the text is there to be selected.
//
// <textarea id="x" readonly>…</textarea><button data-copy="x"></button><span data-copied hidden>…</span>
(() => {
  "use strict";

  // Where the clipboard is kept for HTTPS, what is selected can still be copied.
  const copied = async (field) => {
    field.focus();
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch (refused) {
      return document.execCommand("copy");
    }
  };

  for (const button of document.querySelectorAll("[data-copy]")) {
    const said = button.parentElement.querySelector("[data-copied]");
    button.addEventListener("click", async () => {
      said.hidden = !(await copied(document.getElementById(button.dataset.copy)));
    });
  }
})();
