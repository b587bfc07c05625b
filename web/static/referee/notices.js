// What stands above every view while it is so: what this browser does not keep, what another table still waits for.

import { isGone } from "./gone.js";
import { otherOutboxes } from "./outbox_counts.js";
import { itemWords } from "./waiting.js";
import { fill, part, put, shape, word } from "./words.js";

function tell(root, name, text) {
  const notice = part(root, name);
  notice.hidden = !text;
  part(notice, `${name}-text`).textContent = text;
}

// The other tables whose outboxes lie on this device: their pages send what is in them.
function showElsewhere(root, { code, storage }) {
  const left = otherOutboxes(storage, code);
  part(root, "elsewhere").hidden = !left.length;
  put(part(root, "elsewhere-tables"), left.map(table));
}

function table({ code, count }) {
  const row = fill(shape("left"), { link: word("left-of", { code, count }) });
  part(row, "link").setAttribute("href", `/t/${code}/`);
  return row;
}

// What waited and was lost, until somebody has read it.
function showLost(root, { losses }) {
  const { lost } = losses;
  part(root, "lost").hidden = !lost;
  if (!lost) return;
  fill(root, { "lost-told": word(lost.told ? "lost-told" : "lost-untold") });
  put(part(root, "lost-items"), lost.items.map((item) => fill(shape("problem"), { text: itemWords(item) })));
}

export function showNotices(root, exchange, fault) {
  part(root, "unkept").hidden = exchange.lasting;
  part(root, "full").hidden = !(exchange.lasting && exchange.storage.full);
  part(root, "only-here").hidden = !exchange.outbox.unkept.length;
  showLost(root, exchange);
  const gone = exchange.outbox.items.filter(isGone);
  tell(root, "gone", gone.length ? word("gone", { count: gone.length }) : "");
  tell(root, "fault", fault);
  showElsewhere(root, exchange);
}
