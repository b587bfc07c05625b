// The outbox as it can be looked at: what waits, since when, what was refused and why, and how to carry it away.

import { asText, copy, save } from "./carry.js";
import { AGREED, REFUSED } from "./deal_state.js";
import { persistence } from "./persistence.js";
import { reasons, showState } from "./status.js";
import { fill, hour, part, put, shape, word } from "./words.js";

// What people call an item.
export const itemWords = ({ kind, label }) => word(`item-${kind}`, { deal: word("deal", label), ...label });

export class Waiting {
  #shown = "";

  constructor(root, { code, outbox }) {
    this.root = root;
    this.code = code;
    this.outbox = outbox;
    part(root, "save").addEventListener("click", () => this.#save(this.outbox.items));
  }

  // `about` is what can be said of the connection, `lasting` whether the browser keeps anything.
  show(about, lasting) {
    const { items } = this.outbox;
    part(this.root, "connection").textContent = about;
    part(this.root, "save").hidden = !items.length;
    this.#promised(lasting);
    // A row that somebody copies from is left alone while nothing in it changes.
    const looks = JSON.stringify([items, this.outbox.unkept]);
    if (looks === this.#shown) return;
    this.#shown = looks;
    const rows = items.map((item) => this.#row(item));
    put(part(this.root, "list"), items.length ? rows : [shape("all-sent")]);
  }

  // Asked when there is something to keep: a browser may ask whoever holds the device.
  async #promised(lasting) {
    const said = part(this.root, "storage");
    if (!this.outbox.items.length || this.promised === lasting) return;
    this.promised = lasting;
    said.textContent = word(`storage-${await persistence(lasting)}`);
    said.hidden = false;
  }

  #row(item) {
    const { refused } = item;
    const since = word("item-since", { time: hour(item.sealed_at) });
    const row = fill(shape("item"), { what: itemWords(item), since });
    showState(part(row, "state"), refused ? REFUSED : AGREED, word(this.#stateWord(item)));
    part(row, "reasons").replaceChildren(...reasons(refused));
    part(row, "sealed").value = asText([item]);
    for (const name of ["again", "discard"]) part(row, name).hidden = !refused;
    this.#listen(row, item);
    return row;
  }

  #stateWord({ key, refused }) {
    if (this.outbox.unkept.includes(key)) return "item-only-here";
    return refused ? "item-refused" : "item-waiting";
  }

  #listen(row, item) {
    const acts = {
      copy: ({ target }) => copy(part(row, "sealed")) && (target.textContent = word("copied")),
      file: () => this.#save([item]),
      again: () => this.outbox.retry(item.key),
      discard: () => this.outbox.discard(item.key),
    };
    for (const [name, act] of Object.entries(acts)) part(row, name).addEventListener("click", act);
  }

  #save(items) {
    save(items, `huapai-${this.code}.json`);
  }
}
