// The page of the game that a table plays: laid for the seats and the blank sheet of a round, and anew when they
// change, or come in another language than the round that this device had kept.

import { Compass } from "./compass.js";
import { Following } from "./follow.js";
import { part, put, text, word } from "./words.js";

export class Sitting {
  // `entry` is the view in which the game's page stands, `recorder` the one that asks who writes.
  constructor(root, { entry, recorder, exchange }) {
    this.root = root;
    this.recorder = recorder;
    this.exchange = exchange;
    this.following = new Following(exchange);
    this.home = part(entry, "game").firstElementChild;
    this.blank = this.home.cloneNode(true);
  }

  async load() {
    if (this.home.dataset.script) ({ Entry: this.Game } = await import(this.home.dataset.script));
  }

  // The game's page for a new round, null where nothing is to be laid. `changed(entry)` hears of every step,
  // `writes(seat)` who writes, `call(reason)` calls for the referee.
  sit(here, { changed, writes, call }) {
    const { round, event, seats, blank, lookup } = here.pack || {};
    const laid = round && [round.uid, ...seats.map(({ seat_name: name }) => name)].join(" ");
    if (!round || this.seated === laid) return null;
    if (event.game !== this.root.dataset.game) return this.#otherGame(event.game);
    if (!this.Game) return null;
    const home = this.blank.cloneNode(true);
    this.home.replaceWith(home);
    this.home = home;
    this.seated = laid;
    this.#layRecorder(here.pack, writes);
    const follow = (report, outlook) => this.following.of(here.deal.uid, report, outlook);
    const read = (text, copies) => this.exchange.read(text, copies);
    const told = { seats, blank, lookup, down: here.recorder, depth: event.depth,
      history: (deal) => here.history(deal), goesOn: (deal) => here.goesOn(deal) };
    return new this.Game(home, { ...told, chosen: this.#chosen(here), changed, follow, read, call });
  }

  // A table may change its game between rounds; the page that the server draws now brings the other entry.
  #otherGame(game) {
    const name = `huapai.game.${this.exchange.code}`;
    if (this.exchange.storage.getItem(name) === game) return null;
    this.exchange.storage.setItem(name, game);
    this.leaving = true;
    location.reload();
    return null;
  }

  // The number of the table in the middle says that it is the right one.
  #layRecorder({ seats, blank: { clockwise }, table }, writes) {
    const root = part(this.recorder, "compass");
    for (const old of root.querySelectorAll("button")) old.remove();
    const compass = new Compass(root, { seats, down: "", clockwise, chosen: writes });
    put(compass.middle, [text(word("table-number", { number: table.number }))]);
  }

  // How much of a deal those who sit here want to write down, for their deals to come: others begin with the event's.
  #chosen(here) {
    const name = `huapai.depth.${this.exchange.code}`;
    const { storage } = this.exchange;
    const get = () => {
      const [seated, depth] = (storage.getItem(name) || "").split(" ");
      return seated === here.seated ? depth : null;
    };
    return { get, set: (depth) => storage.setItem(name, `${here.seated} ${depth}`) };
  }
}
