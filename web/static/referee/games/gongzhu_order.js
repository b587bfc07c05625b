// Which of the plays to a trick is the highest. With one deck the card decides. With two decks of two cards: in spades,
// hearts and clubs two different cards of the suit that was led are over any pair, in diamonds a pair is over them.

const PAIRS_OVER = ["D"];
const OVER = 100;

const suitOf = (card) => card[0];

// `ranks` from the lowest. A play with a card of another suit is worth nothing.
export const worthBy = (ranks) => (cards, led) => {
  const suit = suitOf(led[0]);
  if (cards.some((card) => suitOf(card) !== suit)) return -1;
  const height = Math.max(...cards.map((card) => ranks.indexOf(card.slice(1))));
  const isPair = cards.length > 1 && cards[0] === cards[1];
  return isPair === PAIRS_OVER.includes(suit) ? height + OVER : height;
};
