// Words and shapes come from the page: <… data-word="name"> for sentences, <template data-shape="name"> for markup.
// No sentence stands in a script: whatever a table reads, the server translated.

import { zone } from "./clock.js";

const words = new Map();
const MINUS = "\u2212";

// Between facts: a line ends after the dot, never before it.
export const DOT = "\u00a0· ";

for (const node of document.querySelectorAll("[data-word]")) {
  words.set(node.dataset.word, node.textContent.replaceAll(" · ", DOT));
}

// A sentence with its {names} filled in.
export function word(name, values = {}) {
  const text = words.get(name);
  if (text === undefined) throw new Error(`the page has no words for ${name}`);
  return text.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? values[key] : whole));
}

// Which deal it is, as the server words it; of a round kept from before by its number alone.
export const dealName = ({ name, board_no: number }) => name || word("deal", { number });

// A new copy of a shape of the page.
export function shape(name, within = document) {
  return within.querySelector(`template[data-shape="${name}"]`).content.firstElementChild.cloneNode(true);
}

// The element that plays a part in a shape or a view.
export const part = (root, name) => root.querySelector(`[data-part="${name}"]`);

export function fill(root, texts) {
  for (const [name, text] of Object.entries(texts)) part(root, name).textContent = text;
  return root;
}

// Puts nodes where others are, and leaves alone those that would look the same: a button that is replaced while a
// finger is on it never hears of the tap.
export function put(parent, nodes) {
  const old = [...parent.childNodes];
  nodes.forEach((node, i) => {
    if (!old[i]) parent.append(node);
    else if (!old[i].isEqualNode(node)) old[i].replaceWith(node);
  });
  for (const extra of old.slice(nodes.length)) extra.remove();
}

// Sentences one after the other; after a full-width mark no space is set.
export const sentences = (...said) => said.filter(Boolean).join(" ").replace(/([。！？；：）]) /g, "$1");

// Facts beside each other, without those that are missing.
export const facts = (...said) => said.filter(Boolean).join(DOT);

// Full-width sentences as nodes of their own: a line breaks between them before it breaks within one.
export const apart = (said) => (said.match(/[^。！？]+[。！？]*/g) || []).map((one) => fill(shape("sentence"), { text: one }));

export const text = (words) => document.createTextNode(words);

export function signed(points) {
  if (points > 0) return `+${points}`;
  return points < 0 ? MINUS + -points : "0";
}

// Hours and minutes as the hall has them.
export function hour(time) {
  const format = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone() };
  return new Intl.DateTimeFormat(document.documentElement.lang, format).format(new Date(time));
}
