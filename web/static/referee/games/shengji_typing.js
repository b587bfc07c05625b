// Plays from the keyboard: one word for each play, "S99" a pair, "S3344" a tractor, "RJ" and "BJ" the jokers. A rank
// without a suit is of the suit that was led. What was not understood stays in the field.

import { cardsOfWord, plainly } from "../typed_cards.js";
import { word } from "../words.js";

const JOKERS = ["RJ", "BJ"];

// At the most `room` plays of what was typed: {plays: [[card, …]], rest: {typed, wrong}}.
export function playsFrom(typed, led, room) {
  const words = plain(typed).split(/[\s,，、]+/).filter(Boolean);
  const plays = [];
  let suit = led;
  let wrong = "";
  while (words.length && plays.length < room && !wrong) {
    const cards = cardsOfWord(words[0], "SHDC".includes(suit || "-") ? suit : null);
    if (cards) {
      plays.push(cards);
      suit = suit || cards[0][0];
      words.shift();
    } else wrong = word("play-not-read", { typed: words[0] });
  }
  return { plays, rest: { typed: words.join(" "), wrong } };
}

// The jokers by their names first, which may hold a letter of a suit.
function plain(typed) {
  const named = (card) => word(`joker-${card.toLowerCase()}`).toUpperCase();
  const large = typed.normalize("NFKC").toUpperCase();
  return plainly(JOKERS.reduce((so, card) => so.split(named(card)).join(card), large));
}
