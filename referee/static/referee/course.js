// How far the plays have come, by nothing but the seats in order and the order of the cards that came with the round:
// enough to take the next tap without waiting for the server, whose answer then counts.

// `height` is the rank of a card in its suit; `suit` names that suit.
export function courseOf(plays, { seats, height, suit }) {
  const size = seats.length;
  const whole = plays.length - (plays.length % size);
  const tricks = [];
  for (let at = 0; at < whole; at += size) tricks.push(trickOf(plays.slice(at, at + size), { height, suit }));
  const trick = plays.slice(whole);
  return { tricks, trick, next: nextOf(trick, tricks[tricks.length - 1], seats) };
}

function trickOf(plays, { height, suit }) {
  const [leader, led] = plays[0];
  const following = plays.filter(([, card]) => suit(card) === suit(led));
  const [winner] = following.reduce((best, play) => (height(play[1]) > height(best[1]) ? play : best));
  return { leader, plays, winner };
}

function nextOf(trick, last, seats) {
  if (!trick.length) return last ? last.winner : null;
  const at = seats.indexOf(trick[trick.length - 1][0]);
  return seats[(at + 1) % seats.length];
}

// What each seat has won of some cards in the complete tricks.
export function wonIn({ tricks }, cards) {
  const won = new Map();
  for (const { plays, winner } of tricks) {
    for (const [, card] of plays) if (cards.includes(card)) won.set(card, winner);
  }
  return won;
}
