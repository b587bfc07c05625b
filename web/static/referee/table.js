// The page of one table: which view is shown, and what each button does. It is drawn from what is kept (drafts,
// outbox, round), so that a reload, another tab or a late answer shows the same thing.

import { Calls } from "./calls.js";
import { now, playedIn } from "./clock.js";
import { Confirming, TAP } from "./confirming.js";
import { DONE, forReferee, mayConfirm, MENDING, REFUSED, SEALED, TO_ENTER } from "./deal_state.js";
import { EntryView } from "./entry.js";
import { Exchange, settled } from "./exchange.js";
import { Frame } from "./frame.js";
import { placeOf } from "./gone.js";
import { Guide } from "./guide.js";
import { showHall, showIdle } from "./idle_view.js";
import { HELD, LOST, RELEASED, TAKEN, UNKNOWN } from "./lease.js";
import { Lists } from "./lists.js";
import { nextWords, noteOf, ofUncounted } from "./note.js";
import { showNotices } from "./notices.js";
import { CONFIRMATION, SHEET } from "./outbox.js";
import { reckon } from "./reckon.js";
import { PREVIEW, Result } from "./result.js";
import { RoundHere } from "./round.js";
import { Sitting } from "./sitting.js";
import { SoFar } from "./so_far.js";
import { showClock, showStatus } from "./status.js";
import { TakeOver, toTable } from "./takeover.js";
import { Taps } from "./taps.js";
import { openTexts } from "./texts.js";
import { keepAwake } from "./wake.js";
import { dealName, hour, part, word } from "./words.js";

const CLOCK = 5000;

class Table {
  #correcting = null; // the deal that is being corrected, and the version of its result
  #preview = null; // what is shown and not yet sent
  #named = ""; // the sheet whose problems are on the page
  #fault = "";
  #shown = null;
  #busy = false;

  constructor(root, texts) {
    this.root = root;
    this.code = root.dataset.code;
    playedIn(root.dataset.zone);
    const hears = { changed: () => this.draw(), opened: () => this.frame.fetchAgain() };
    this.exchange = new Exchange(this.code, root.dataset.api, texts, hears);
    this.entry = new EntryView(this.view("entry"), this.exchange.drafts);
    this.sitting = new Sitting(root, { entry: this.view("entry"), recorder: this.view("recorder"), exchange: this.exchange });
    this.round = new RoundHere(this.exchange);
    this.lists = new Lists(this.round, (deal) => this.#go(deal));
    this.takeOver = new TakeOver(root, this.exchange);
    this.calls = new Calls(root, this.exchange, this.round);
    this.frame = new Frame(root, this.exchange, this.round);
    this.guide = new Guide(this.view("entry"), this.round);
    this.confirming = new Confirming(this.round, (...sealed) => this.#seal(CONFIRMATION, ...sealed));
    this.taps = new Taps();
    keepAwake();
  }

  view(name) {
    return this.root.querySelector(`[data-view="${name}"]`);
  }

  async start() {
    await Promise.all([this.sitting.load(), this.exchange.start()]);
    this.#listen();
    this.draw();
    this.frame.keep();
    await this.exchange.ask();
  }

  // --- drawing ------------------------------------------------------------------------------------------------

  draw() {
    if (!this.exchange.outbox) return;
    this.#sitDown();
    const deal = this.game && this.round.pack.round && this.exchange.lease.state === HELD ? this.round.deal : null;
    const { connection, outbox } = this.exchange;
    const { opensOffline } = this.frame;
    showStatus(this.root, { pack: this.round.pack, deal, connection, outbox, opensOffline });
    showNotices(this.root, this.exchange, this.#fault);
    showHall(this.root, this.round.pack, Boolean(this.round.pack?.round && this.round.recorder));
    this.takeOver.show();
    this.lists.show(deal);
    this.calls.show();
    this.#view(this.#which(deal), deal);
    this.frame.renew();
  }

  // The entry of the game, for the seats and the blank sheet of this round.
  #sitDown() {
    const changed = (entry) => this.#entered(entry);
    const writes = (seat) => this.#writes(seat);
    const call = (reason, said) => this.calls.call(reason, said);
    const game = this.sitting.sit(this.round, { changed, writes, call });
    if (!game) return;
    this.game = game;
    this.entry.play(game);
    const soFar = new SoFar(this.view("result"), this.round);
    this.result = new Result(this.view("result"), { game, soFar, confirm: (seat) => this.#confirm(seat) });
  }

  #which(deal) {
    const { state } = this.exchange.lease;
    if ([TAKEN, LOST, UNKNOWN, RELEASED].includes(state)) return state;
    if (!this.round.pack) return "opening";
    if (!this.round.pack.round) return "between";
    if (!deal) return "entry";
    if (!this.round.recorder || this.asksRecorder) return "recorder";
    return this.#step(deal) ? "result" : "entry";
  }

  // The step of the result that a deal is at, null while its cards are entered.
  #step(deal) {
    const found = this.round.stateOf(deal);
    if (this.#previews(deal)) return PREVIEW;
    return TO_ENTER.includes(found) || this.#isAt(this.#correcting, deal) ? null : found;
  }

  // Whether a preview of the deal is open, and no other window has sent a sheet since.
  #previews(deal) {
    return this.#isAt(this.#preview, deal) && this.#preview.before === this.round.before(deal)?.key;
  }

  // What was begun with a deal is over when it gets another result.
  #isAt(begun, { uid, version }) {
    return begun?.uid === uid && begun.seen === version;
  }

  #view(name, deal) {
    showIdle(this.view(name), name, this.exchange);
    if (name === "entry") this.#entry(deal);
    if (name === "result") this.#result(deal);
    for (const view of this.root.querySelectorAll("[data-view]")) view.hidden = view.dataset.view !== name;
    this.taps.look(this.view(name), `${name} ${deal?.uid}`);
    const shown = [name, deal?.uid, name === "result" && this.#step(deal)].join(" ");
    if (this.#shown !== null && this.#shown !== shown) this.#attend(name);
    this.#shown = shown;
  }

  // A new view is read from its heading, from the top.
  #attend(name) {
    scrollTo(0, 0);
    this.view(name).querySelector("h2").focus({ preventScroll: true });
  }

  // A game without a page of its own says so, and there is nothing to check or to undo.
  #entry(deal) {
    this.view("entry").querySelector(".action-bar").hidden = !deal;
    if (!deal) return;
    this.#mend(deal);
    this.guide.show(deal);
    this.entry.show(deal, deal.state === "done");
  }

  // A sheet that came back with problems is mended where it was written; one of another device, from what it says.
  #mend(deal) {
    if (deal.state === "done") return;
    const sheet = this.round.sheet(deal);
    const draft = this.exchange.drafts.get(deal.uid);
    if (sheet?.report && !draft.entry && !draft.past.length) {
      this.exchange.drafts.begin(deal.uid, this.entry.written(sheet.report));
    }
    if (this.round.stateOf(deal) === MENDING && this.#named !== sheet.key) {
      this.#named = sheet.key;
      this.entry.name(deal, sheet.problems.map(toTable));
    }
  }

  #result(deal) {
    const step = this.#step(deal);
    const sheet = step === PREVIEW ? this.#preview.sheet : this.#shownSheet(deal, step);
    const correction = step === DONE ? this.round.correction(deal) : null;
    const refused = step === REFUSED ? this.round.refusal(deal, sheet) : correction?.refused;
    const may = step === SEALED ? mayConfirm(sheet, this.round.pack, this.round.items(deal)) : [];
    const { proof = TAP } = this.round.pack.event;
    const again = step === SEALED && this.round.unconfirmed(deal, sheet) !== null;
    const settled = { ...sheet, settlement: this.round.settlement(deal, sheet) };
    const shown = { step, deal, sheet: settled, correction, may, refused, again, next: this.round.next(deal), proof };
    const words = { note: noteOf(this.round, shown), nextWords: nextWords(this.round, shown.next) };
    const told = { ...words, waits: this.round.allFinished, uncounted: Boolean(ofUncounted(this.round, shown)) };
    this.result.show({ ...shown, ...told, seats: this.round.seatsOf(deal) });
  }

  // A result that somebody else made is shown as it stands, not as this device once wrote the deal.
  #shownSheet(deal, step) {
    return step === DONE ? this.round.behind(deal) : this.round.sheet(deal);
  }

  // --- what the buttons do ------------------------------------------------------------------------------------

  #listen() {
    document.addEventListener("click", (event) => this.#act(event.target.closest("[data-act]")));
    document.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("beforeunload", (event) => this.#leave(event));
    setInterval(() => showClock(this.root, this.round.pack), CLOCK);
  }

  #act(button) {
    const acts = {
      open: () => this.exchange.open(),
      undo: () => this.#undo(),
      preview: () => this.#check(),
      send: () => this.#send(),
      back: () => this.#back(),
      next: () => this.#go(this.round.next(this.round.deal)),
      correct: () => this.#correct(),
      leave: () => this.#go(null),
      recorder: () => this.#askRecorder(),
      release: () => this.#release(button),
      "read-lost": () => this.exchange.readLost(),
    };
    if (button) acts[button.dataset.act]();
  }

  #key(event) {
    if (event.ctrlKey && event.key === "z") return this.#undo();
    const typing = event.target.closest("input, textarea, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || this.view("entry").hidden) return;
    if (this.game?.key(event)) event.preventDefault();
  }

  #leave(event) {
    if (!this.exchange.outbox.items.length || this.sitting.leaving) return;
    event.preventDefault();
    event.returnValue = "";
  }

  #say(fault) {
    this.#fault = fault;
    this.draw();
  }

  #go(deal) {
    this.lists.close();
    if (deal) this.round.go(deal);
    this.#correcting = this.#preview = null;
    this.#say("");
  }

  #askRecorder() {
    this.asksRecorder = true;
    this.draw();
  }

  #writes(seat) {
    this.round.recorder = seat;
    this.asksRecorder = false;
    this.game.turn(seat);
    if (this.#preview) this.#preview.sheet.recorder = seat;
    this.draw();
  }

  // Nothing is entered where only another part of the page is looked at.
  #entered(entry) {
    if (entry) this.entry.entered(entry);
    this.draw();
  }

  #undo() {
    if (this.view("entry").hidden) return;
    this.entry.undo();
    this.draw();
  }

  #back() {
    if (!this.#preview) this.#begin(this.round.deal);
    this.#preview = null;
    this.#say("");
  }

  #begin({ uid, version }) {
    this.#correcting = { uid, seen: version };
  }

  // A result that stands is not changed from here: what is entered goes to the referee.
  #correct() {
    const { deal } = this.round;
    const behind = this.round.behind(deal);
    this.exchange.drafts.begin(deal.uid, behind && this.game.from(behind.report));
    this.entry.name(deal, []);
    this.#begin(deal);
    this.#say("");
  }

  async #once(button, work) {
    if (this.#busy) return;
    this.#busy = true;
    button.setAttribute("aria-busy", "true");
    try {
      await work();
    } finally {
      this.#busy = false;
      button.removeAttribute("aria-busy");
    }
  }

  // What the deal comes to: by the server where it answers, else by the tables of the round, else the cards alone.
  #check() {
    const button = this.view("entry").querySelector('[data-act="preview"]');
    return this.#once(button, async () => {
      const deal = this.round.deal;
      const entry = this.entry.current(deal);
      const gaps = this.game.gaps(entry);
      if (gaps.some((gap) => !gap.answerable)) return this.#name(deal, gaps);
      const report = this.game.report(entry, deal);
      const { ours, status, data } = await this.exchange.preview(deal.uid, report);
      if (ours && typeof data.code === "string") this.#name(deal, data.problems.length ? data.problems : [data]);
      else if (ours && status === 200 && Array.isArray(data.problems)) this.#previewed(deal, report, data);
      else if (gaps.length) this.#name(deal, gaps);
      else this.#previewed(deal, report, { problems: this.game.toReferee(report), ...this.#reckoned(report) });
    });
  }

  #reckoned(report) {
    const { lookup } = this.round.pack;
    return this.game.reckoned ? this.game.reckoned(report) : reckon(lookup, this.game.counted?.(report));
  }

  #previewed(deal, report, data) {
    const { problems } = data;
    if (!problems.every(forReferee)) return this.#name(deal, problems);
    this.entry.name(deal, []);
    const sheet = { recorder: this.round.recorder, report, problems, settlement: settled(data) };
    this.#preview = { uid: deal.uid, seen: deal.version, sheet, before: this.round.before(deal)?.key };
    this.#say("");
  }

  #name(deal, problems) {
    this.entry.name(deal, problems);
    this.draw();
    this.entry.toProblems();
  }

  // Seals what was shown. From here on it is in the outbox, whatever happens to the network or to the page.
  #send() {
    const button = this.view("result").querySelector('[data-act="send"]');
    return this.#once(button, async () => {
      const { deal } = this.round;
      if (!this.#previews(deal)) return this.#elsewhere();
      const { seen, sheet: shown } = this.#preview;
      const before = this.round.before(deal);
      const content = { deal: deal.uid, seen, recorder: shown.recorder, report: shown.report };
      const against = deal.state === "done";
      const item = await this.#seal(SHEET, deal, content, { instead: before?.key });
      if (!item) return;
      const { key, digest } = item;
      if (against) this.exchange.drafts.set(deal.uid, { correction: { key, seen, acked: false } });
      else this.#count(deal, before, { ...shown, key, digest });
      this.#correcting = this.#preview = null;
      this.#say("");
      this.exchange.deliver();
    });
  }

  // The sheet that counts from here on, with those that it corrects.
  #count(deal, before, sealed) {
    const corrects = before ? [...(before.corrects || []), before.key] : [];
    const sheet = { ...sealed, corrects, acked: false, awaited: null };
    this.exchange.drafts.set(deal.uid, { sheet, place: placeOf(this.round, deal) });
  }

  async #confirm(seat) {
    if (this.#busy) return;
    this.#busy = true;
    const item = await this.confirming.confirm(seat);
    this.#busy = false;
    this.draw();
    if (item) this.exchange.deliver();
  }

  async #seal(kind, deal, content, options) {
    const label = { round: this.round.pack.round.number, number: deal.board_no, deal: dealName(deal) };
    const item = await this.exchange.outbox.seal(kind, deal.uid, content, { label, ...options });
    if (!item) this.#elsewhere();
    return item;
  }

  // Another window of this device was faster.
  #elsewhere() {
    this.#preview = null;
    this.#say(word("sent-elsewhere"));
  }

  async #release(button) {
    const { items, waiting } = this.exchange.outbox;
    if (items.length) button.textContent = word(waiting.length ? "still-waiting" : "still-refused");
    else if (button.dataset.sure !== "yes") {
      button.dataset.sure = "yes";
      button.textContent = word("release-sure");
    } else {
      this.lists.close();
      const { ours, status } = await this.exchange.lease.release(this.exchange.api);
      this.#say(ours && status < 300 ? "" : word("about-offline", { time: hour(now()) }));
    }
  }
}

openTexts().then((texts) => new Table(document.getElementById("table"), texts).start());
