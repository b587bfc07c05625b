// The faces of cards as the page drew them, <template data-face="SQ">, in the order of the tiles. Cards in a line are
// read in another order, that of data-reading where the page of the game has one.

export class Faces {
  #faces = new Map();
  #reading = [];

  constructor(root) {
    for (const face of root.querySelectorAll("template[data-face]")) {
      this.#faces.set(face.dataset.face, face.content.firstElementChild);
    }
    this.#reading = root.dataset.reading?.split(" ") || [...this.#faces.keys()];
  }

  // A card that the page has not drawn is shown by its code.
  face(card) {
    const drawn = this.#faces.get(card);
    return drawn ? drawn.cloneNode(true) : document.createTextNode(card);
  }

  faces(cards) {
    return inOrder(cards, this.#reading).map((card) => this.face(card));
  }

  ordered(cards) {
    return inOrder(cards, [...this.#faces.keys()]);
  }
}

const SUITS = { "♠": "card-spade", "♥": "card-heart", "♦": "card-diamond", "♣": "card-club" };

// A sentence in its parts, each suit in its colour.
export const suited = (said) => said.split(/([♠♥♦♣]\ufe0e?)/).map(inColour);

function inColour(said) {
  if (!(said[0] in SUITS)) return document.createTextNode(said);
  const suit = document.createElement("span");
  suit.className = SUITS[said[0]];
  suit.textContent = said;
  return suit;
}

function inOrder(cards, order) {
  const place = (card) => (order.includes(card) ? order.indexOf(card) : order.length);
  return [...cards].sort((a, b) => place(a) - place(b));
}
