// All cards that are dealt as buttons, suit by suit from the highest to the lowest, with two decks the copies side by
// side or one above the other. A card keeps its place, pale once it is given.

import { cardOf } from "./tiles.js";
import { shape } from "./words.js";

export class Deck {
  #buttons = new Map();

  // `tiles` in each suit from the lowest; `tapped(tile, event)` hears of a tap.
  constructor(root, { tiles, faces, shapes, tapped }) {
    this.root = root;
    root.toggleAttribute("data-twice", tiles.some((tile) => tile !== cardOf(tile)));
    for (const [suit, row] of rowsOf(tiles).entries()) {
      for (const [place, tile] of downwards(row).entries()) this.#lay(tile, { faces, shapes, tapped, suit, first: !place });
    }
  }

  #lay(tile, { faces, shapes, tapped, suit, first }) {
    const button = shape("dealt", shapes);
    button.append(faces.face(cardOf(tile)));
    button.dataset.dealt = tile;
    button.toggleAttribute("data-first", first);
    button.style.setProperty("--suit-of", suit + 1);
    button.style.setProperty("--row-of", 2 * suit + (tile === cardOf(tile) ? 1 : 2));
    button.addEventListener("click", (event) => tapped(tile, event));
    this.#buttons.set(tile, button);
    this.root.append(button);
  }

  // `looks(tile)`: "" to be tapped, "mine" pressed, "faint", "gone" leaves a pale place, "away" leaves none.
  // `led` is the suit that is to be followed, which a phone shows first; `edge(tile)` where its owner sits.
  show(looks, asHand, { led = "", edge = () => "" } = {}) {
    this.root.toggleAttribute("data-hand", asHand);
    this.root.dataset.led = led;
    for (const [tile, button] of this.#buttons) this.#look(button, looks(tile), edge(tile));
  }

  #look(button, look, edge) {
    button.dataset.look = look;
    if (edge) button.dataset.edge = edge;
    else delete button.dataset.edge;
    button.disabled = look === "gone" || look === "away";
    if (look === "mine") button.setAttribute("aria-pressed", "true");
    else button.removeAttribute("aria-pressed");
  }

  tiles(cards) {
    return [...this.#buttons].filter(([tile]) => cards.includes(cardOf(tile))).map(([, button]) => button);
  }
}

// From the highest, the first copy of a card before the second.
function downwards(row) {
  const cards = [...new Set(row.map(cardOf))].reverse();
  return cards.flatMap((card) => row.filter((tile) => cardOf(tile) === card));
}

function rowsOf(tiles) {
  const rows = new Map();
  for (const tile of tiles) rows.set(tile[0], [...(rows.get(tile[0]) || []), tile]);
  return [...rows.values()];
}
