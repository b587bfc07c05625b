// Plays from the keyboard: one word for each play, "S99" a pair, "S3344" a tractor, "RJ" and "BJ" the jokers. A rank
// without a suit is of the suit that was led. What was not understood stays in the field.

import { word } from "../words.js";

const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const JOKERS = ["RJ", "BJ"];
const PART = /^(?:([RB]J)|([SHDC])|(10|[2-9TJQKA]))/;

// At the most `room` plays of what was typed: {plays: [[card, …]], rest: {typed, wrong}}.
export function playsFrom(typed, led, room) {
  const words = plain(typed).split(/[\s,，、]+/).filter(Boolean);
  const plays = [];
  let suit = led;
  let wrong = "";
  while (words.length && plays.length < room && !wrong) {
    const cards = cardsFrom(words[0], suit);
    if (cards) {
      plays.push(cards);
      suit = suit || cards[0][0];
      words.shift();
    } else wrong = word("play-not-read", { typed: words[0] });
  }
  return { plays, rest: { typed: words.join(" "), wrong } };
}

function plain(typed) {
  const signs = [...typed.normalize("NFKC").toUpperCase()].map((sign) => SUITS[sign] || sign).join("");
  const named = (card) => word(`joker-${card.toLowerCase()}`).toUpperCase();
  return JOKERS.reduce((so, card) => so.split(named(card)).join(card), signs);
}

function cardsFrom(typed, led) {
  let rest = typed;
  let suit = "SHDC".includes(led || "-") ? led : null;
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
