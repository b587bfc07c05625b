// Lays the entry of a game as the page of a table does, without a server: what is tapped is kept in memory, and the
// page can be laid again from there, as after a reload.

const table = document.getElementById("table");
const load = (name) => import(`${table.dataset.files}referee/${name}.js`);
const names = ["draft", "entry", "round", "sitting", "storage"];
const [{ Drafts }, { EntryView }, { RoundHere }, { Sitting }, { Memory }] = await Promise.all(names.map(load));

const view = (name) => table.querySelector(`[data-view="${name}"]`);
const home = view("entry").querySelector('[data-part="game"]');
const blank = home.firstElementChild.cloneNode(true);
const NOTHING = Object.freeze({ reached: false, ours: false, status: 0, data: null });

// What the page knows where no server answers.
function exchangeOf(pack, storage) {
  return {
    code: "bench",
    storage,
    drafts: new Drafts(storage),
    pack: { pack, deals: pack.deals, deal: (uid) => pack.deals.find((deal) => deal.uid === uid) },
    outbox: { items: [], waiting: [], unkept: [], of: (uid) => exchange.outbox.items.filter(({ deal }) => deal === uid) },
    connection: { works: false },
    preview: async () => NOTHING,
    read: async () => NOTHING,
    changed: () => {},
  };
}

let exchange, round, entry, game, pack, storage, calls;

async function sit(seat) {
  home.replaceChildren(blank.cloneNode(true));
  exchange = exchangeOf(pack, storage);
  round = new RoundHere(exchange);
  round.recorder = seat;
  entry = new EntryView(view("entry"), exchange.drafts);
  const sitting = new Sitting(table, { entry: view("entry"), recorder: view("recorder"), exchange });
  await sitting.load();
  const changed = (given) => {
    if (given) entry.entered(given);
    draw();
  };
  game = sitting.sit(round, { changed, writes: () => {}, call: (...said) => calls.push(said) });
  entry.play(game);
  draw();
}

const draw = () => entry.show(round.deal, false);
const current = () => entry.current(round.deal);

globalThis.bench = {
  async lay(given, seat) {
    [pack, storage, calls] = [given, new Memory(), []];
    view("entry").hidden = false;
    await sit(seat);
  },
  again: () => sit(round.recorder),
  tap: (selectors) => selectors.forEach((selector) => found(selector).click()),
  type(selector, text) {
    found(selector).value = text;
    found(selector).form.requestSubmit();
  },
  undo() {
    entry.undo();
    draw();
  },
  change(changes) {
    exchange.drafts.set(round.deal.uid, { entry: { ...current(), ...changes } });
    draw();
  },
  // What is checked without a server, and named on the page where something is open.
  check() {
    const gaps = game.gaps(current());
    entry.name(round.deal, gaps);
    draw();
    return gaps.map(({ field, cards }) => [field, cards]);
  },
  read(report) {
    exchange.drafts.begin(round.deal.uid, entry.written(report));
    draw();
  },
  go(number) {
    round.go(pack.deals[number - 1]);
    draw();
  },
  seal() {
    const report = game.report(current(), round.deal);
    const sheet = { key: round.deal.uid, recorder: round.recorder, report, problems: [], corrects: [] };
    exchange.drafts.set(round.deal.uid, { sheet });
    draw();
  },
  // The round as it stands: what the server told of a deal, what was written of it here, what waits to be sent.
  stand(number, { told = {}, draft = {}, items = [] }) {
    const deal = pack.deals[number - 1];
    Object.assign(deal, told);
    exchange.drafts.set(deal.uid, draft);
    exchange.outbox.items.push(...items.map((item) => ({ ...item, deal: deal.uid })));
  },
  stateOf: (number) => round.stateOf(pack.deals[number - 1]),
  next: (number) => 1 + pack.deals.indexOf(round.next(pack.deals[number - 1])),
  allFinished: () => round.allFinished,
  settlement: (number, sheet) => round.settlement(pack.deals[number - 1], sheet),
  // How many cards each seat has by a report.
  wonBy: (report) => Object.fromEntries(pack.seats.map(({ label }) => [label, game.wonBy(report, label).length])),
  opensAt(number) {
    if (number) round.go(pack.deals[number - 1]);
    else storage.removeItem(round.at);
    return 1 + pack.deals.indexOf(new RoundHere(exchange).deal);
  },
  module: load,
  entry: () => current(),
  report: () => game.report(current(), round.deal),
  calls: () => calls,
};

function found(selector) {
  const element = view("entry").querySelector(selector);
  if (!element) throw new Error(`nothing is ${selector}`);
  return element;
}
