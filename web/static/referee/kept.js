// The page of what this device still holds for this address, of whatever table: read from the outboxes, to be saved or
// copied. It needs no server, so it opens from what the browser has kept.

import { asText, copy, save } from "./carry.js";
import { KeptRows } from "./kept_rows.js";
import { tableCodes } from "./outbox_counts.js";
import { openTexts } from "./texts.js";
import { fill, part, shape, word } from "./words.js";

const NAME = "huapai-outbox-";

// Also of an outbox whose mark among the texts is gone, where the browser names its databases.
async function codes(texts) {
  const databases = (await indexedDB.databases?.().catch(() => [])) || [];
  const named = databases.map(({ name }) => name).filter((name) => name.startsWith(NAME));
  return [...new Set([...tableCodes(texts), ...named.map((name) => name.slice(NAME.length))])];
}

async function outboxOf(code, texts) {
  const items = await new KeptRows(NAME + code, texts).all();
  return { code, items: items.sort((a, b) => a.order - b.order) };
}

function panel({ code, items }) {
  const shown = fill(shape("kept-table"), { title: word("left-of", { code, count: items.length }) });
  const rows = items.map(({ kind, label }) => fill(shape("problem"), { text: word(`item-${kind}`, { deal: word("deal", label), ...label }) }));
  part(shown, "items").append(...rows);
  part(shown, "sealed").value = asText(items);
  part(shown, "open").setAttribute("href", `/t/${code}/`);
  part(shown, "file").addEventListener("click", () => save(items, `huapai-${code}.json`));
  part(shown, "copy").addEventListener("click", ({ target }) => {
    part(shown, "sealed").closest("details").open = true;
    if (copy(part(shown, "sealed"))) target.textContent = word("copied");
  });
  return shown;
}

async function show(root) {
  part(document, "address").textContent = location.origin;
  const texts = await openTexts();
  const outboxes = await Promise.all((await codes(texts)).map((code) => outboxOf(code, texts)));
  const held = outboxes.filter(({ items }) => items.length);
  part(root, "nothing").hidden = held.length > 0;
  part(root, "steps").hidden = !held.length;
  part(root, "tables").append(...held.map(panel));
}

show(document.getElementById("kept"));
