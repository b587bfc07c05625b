// Plays from the keyboard: one word for each play, "S99" a pair, "S3344" a tractor, "RJ" and "BJ" the jokers. A rank
// without a suit is of the suit that was led, after a trump of the trump suit. What was not understood stays in the
// field.

import { cardsOfWord, plainly } from "../typed_cards.js";
import { word } from "../words.js";

const JOKERS = ["RJ", "BJ"];

// At the most `room` plays of what was typed: {plays: [[card, …]], rest: {typed, wrong}}. `led` is the card that was led
// and `printed(card)` the suit of a rank alone after it, null where there is none.
export function playsFrom(typed, led, room, printed) {
  const words = plain(typed).split(/[\s,，、]+/).filter(Boolean);
  const plays = [];
  let suit = led && printed(led);
  let wrong = "";
  while (words.length && plays.length < room && !wrong) {
    const cards = cardsOfWord(words[0], suit || null);
    if (cards) {
      if (!plays.length && !led) suit = printed(cards[0]);
      plays.push(cards);
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
