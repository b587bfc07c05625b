// Which cards are trump in a deal: the jokers, the cards of the level, the trump suit, and the ranks that the round says
// are trump in every deal.

export const TRUMP = "T";

const JOKERS = ["RJ", "BJ"];

// `suitOf(card)` is TRUMP or the printed suit; before level and trump are known only what is trump in every deal is.
export function suitsBy({ level, trump }, always) {
  const ranks = [level, ...always];
  const isTrump = (card) => JOKERS.includes(card) || ranks.includes(card.slice(1)) || card[0] === trump;
  return (card) => (isTrump(card) ? TRUMP : card[0]);
}
