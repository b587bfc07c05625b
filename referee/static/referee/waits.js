// What the table reads while there is nothing to enter.

import { TAKEN } from "./lease.js";
import { about } from "./lists.js";
import { fill, hour, word } from "./words.js";

function taken({ heard_at, refused_at, text, tries }) {
  const since = heard_at ? word("opened-since", { time: hour(heard_at) }) : text;
  return { since, still: tries > 1 ? word("still-taken", { time: hour(refused_at) }) : "" };
}

// Fills in the view of that name, if it is one of these.
export function showWait(view, name, talk) {
  if (name === "opening") fill(view, { trouble: about(talk) });
  if (name === TAKEN) fill(view, taken(talk.lease));
  if (name === "between") fill(view, { title: word("between-wait"), sentence: talk.pack.pack.next?.text || "" });
}
