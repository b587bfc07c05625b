// Cards that are given to seats. With two decks a card has two tiles: "SQ" and "SQ/2". What is given is kept as
// {tile: seat}; a report says {seat: [cards]}.

export const cardOf = (tile) => tile.split("/")[0];

export function tilesOf(cards) {
  const nth = (card, i) => cards.slice(0, i).filter((other) => other === card).length + 1;
  return cards.map((card, i) => (nth(card, i) > 1 ? `${card}/${nth(card, i)}` : card));
}

export const pileOf = (tiles, given, seat) => tiles.filter((tile) => given[tile] === seat).map(cardOf);

export function pilesOf(tiles, given, seats) {
  return Object.fromEntries(seats.map((seat) => [seat, pileOf(tiles, given, seat)]));
}

// The other way round; what has no tile here keeps its code as its name.
export function givenBy(tiles, piles) {
  const given = {};
  for (const [seat, cards] of Object.entries(piles || {})) {
    for (const card of cards) given[freeTile(tiles, given, card)] = seat;
  }
  return given;
}

// A tile of the card that is not given yet, else the code of the card.
export function freeTile(tiles, given, card) {
  return tiles.find((tile) => cardOf(tile) === card && !(tile in given)) || card;
}
