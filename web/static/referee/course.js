// How far the plays have come, by nothing but the seats in order and the worth that the game gives to a play: enough
// to take the next tap without waiting for the server, whose answer then counts.

import { freeTile } from "./tiles.js";

// The cards of a play, [seat, card] or [seat, [card, …]].
export const cardsOf = ([, cards]) => [cards].flat();

export const cardsIn = (plays) => plays.flatMap(cardsOf);

// `worth(cards, led)` is a number: of the plays to a trick the first with the highest wins.
export function courseOf(plays, { seats, worth }) {
  const size = seats.length;
  const whole = plays.length - (plays.length % size);
  const tricks = [];
  for (let at = 0; at < whole; at += size) tricks.push(trickOf(plays.slice(at, at + size), worth));
  const trick = plays.slice(whole);
  return { tricks, trick, next: nextOf(trick, tricks[tricks.length - 1], seats) };
}

function trickOf(plays, worth) {
  const led = cardsOf(plays[0]);
  const worths = plays.map((play) => worth(cardsOf(play), led));
  const [winner] = plays[worths.indexOf(Math.max(...worths))];
  return { leader: plays[0][0], plays, winner };
}

function nextOf(trick, last, seats) {
  if (!trick.length) return last ? last.winner : null;
  const at = seats.indexOf(trick[trick.length - 1][0]);
  return seats[(at + 1) % seats.length];
}

// The seat that won each of some tiles in the complete tricks.
export function wonIn({ tricks }, tiles) {
  const won = {};
  for (const { plays, winner } of tricks) {
    for (const card of cardsIn(plays)) {
      const tile = freeTile(tiles, won, card);
      if (tiles.includes(tile) && !(tile in won)) won[tile] = winner;
    }
  }
  return won;
}

// The tiles that have been played, each from the hand that it was dealt to where there are two of the card.
export function playedTiles(plays, tiles, dealt) {
  const played = {};
  for (const play of plays) {
    for (const card of cardsOf(play)) {
      const others = tiles.filter((tile) => dealt[tile] === play[0]);
      const own = freeTile(others, played, card);
      const tile = others.includes(own) && !(own in played) ? own : freeTile(tiles, played, card);
      played[tile] = play[0];
    }
  }
  return played;
}
