// All cards that are dealt as buttons, suit by suit from the highest to the lowest. A card keeps its place: where it is
// not asked for, its place stays empty.

import { cardOf } from "./tiles.js";
import { shape } from "./words.js";

export class Deck {
  #buttons = new Map();

  // `tiles` in each suit from the lowest; `tapped(tile, event)` hears of a tap.
  constructor(root, { tiles, faces, shapes, tapped }) {
    this.root = root;
    for (const row of rowsOf(tiles)) {
      for (const [place, tile] of row.reverse().entries()) this.#lay(tile, { faces, shapes, tapped, first: !place });
    }
  }

  #lay(tile, { faces, shapes, tapped, first }) {
    const button = shape("dealt", shapes);
    button.append(faces.face(cardOf(tile)));
    button.dataset.dealt = tile;
    button.toggleAttribute("data-first", first);
    button.addEventListener("click", (event) => tapped(tile, event));
    this.#buttons.set(tile, button);
    this.root.append(button);
  }

  // `looks(tile)`: "" to be tapped, "mine" pressed, "faint", "gone" leaves its place empty, "away" leaves none.
  show(looks, asHand) {
    this.root.toggleAttribute("data-hand", asHand);
    for (const [tile, button] of this.#buttons) this.#look(button, looks(tile));
  }

  #look(button, look) {
    button.dataset.look = look;
    button.disabled = look === "gone" || look === "away";
    if (look === "mine") button.setAttribute("aria-pressed", "true");
    else button.removeAttribute("aria-pressed");
  }

  tiles(cards) {
    return [...this.#buttons].filter(([tile]) => cards.includes(cardOf(tile))).map(([, button]) => button);
  }
}

function rowsOf(tiles) {
  const rows = new Map();
  for (const tile of tiles) rows.set(tile[0], [...(rows.get(tile[0]) || []), tile]);
  return [...rows.values()];
}
