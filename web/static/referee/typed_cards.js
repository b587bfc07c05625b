// Cards as people type them, without the server: the suit by letter, sign or word, ten as 10 or T. The
// page brings the words for suits of scoring/notation.py, which the desk and the server read.

const NAMES = document.getElementById("table").dataset.suits.split(" ").map((pair) => pair.split("="));
const LONGEST_FIRST = NAMES.sort(([one], [other]) => other.length - one.length);
const NOTHING = /[\s,、;:.。\-—–\ufe0e\ufe0f]/gu;
const PART = /^(?:([RB]J)|([SHDC])|(10|[2-9TJQKA]))/;

// What was typed, with every suit as its letter.
export function plainly(typed) {
  const large = typed.normalize("NFKC").toUpperCase();
  return LONGEST_FIRST.reduce((so, [name, suit]) => so.split(name).join(suit), large);
}

// The cards of a word, null where anything in it is unclear; a rank without a suit is of the suit before it.
export function cardsOfWord(word, suitBefore = null) {
  let [rest, suit] = [word, suitBefore];
  const cards = [];
  while (rest) {
    const [whole, joker, named, rank] = PART.exec(rest) || [];
    if (!whole || (rank && !suit)) return null;
    if (joker) cards.push(joker);
    if (rank) cards.push(suit + rank.replace("T", "10"));
    suit = named || suit;
    rest = rest.slice(whole.length);
  }
  return cards.length ? cards : null;
}

// The cards of a hand, null where anything is unclear.
export function handFrom(typed, copies) {
  const plain = plainly(typed).replace(NOTHING, "");
  const cards = plain ? cardsOfWord(plain) || (/^[SHDC]+$/.test(plain) ? [] : null) : [];
  const often = (card) => cards.filter((other) => other === card).length > copies;
  return cards && !cards.some(often) ? cards : null;
}
