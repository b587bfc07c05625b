// The points of a deal without a network, read from the small tables that came with the round. No rule of a game is
// in here: a cell adds up the weights of the words that it reads, and has at that place a value and a part of the
// shape; the shape names the formula that joins the values.

// `facts`: {won: {seat: [cards]}, exposed: [{card, kind, late, allowed}], owners: {card: seat}}. Null where the tables cannot tell.
export function reckon(tables, facts) {
  if (!tables || !facts || tables.owned.some((card) => !facts.owners[card])) return null;
  const shown = shownIn(tables, facts.exposed);
  const raw = {};
  for (const [seat, cards] of Object.entries(facts.won)) {
    const own = cards.filter((card) => tables.owned.includes(card) && facts.owners[card] === seat);
    const words = [...cards.map((card) => `won:${card}`), ...own.map((card) => `own:${card}`), ...shown];
    raw[seat] = worth(tables, words);
  }
  return Object.values(raw).includes(null) ? null : { raw, scores: scoresOf(tables.scores, raw) };
}

// An exposure that came too late is void where the rules say so, unless the referee has allowed it.
function shownIn({ implied, late }, made) {
  const exposed = made.filter((one) => !one.late || one.allowed || late !== "void");
  const cards = new Set(exposed.map(({ card }) => card));
  const exactly = ([others]) => others.length === cards.size && others.every((card) => cards.has(card));
  return [...exposed.map(({ card, kind }) => `shown:${card}:${kind}`), ...implied.filter(exactly).map(([, word]) => word)];
}

function worth({ cells, shapes, formulas }, words) {
  const values = {};
  let shape = 0;
  for (const [name, { reads, values: known }] of Object.entries(cells)) {
    const place = words.reduce((sum, word) => sum + (reads[word] || 0), 0);
    if (!(place in known)) return null;
    const [value, part] = known[place];
    values[name] = value;
    shape += part;
  }
  const formula = formulas[shapes[shape]];
  if (!formula) return null;
  const terms = formula.terms.map(([times, ...names]) => names.reduce((so, name) => so * values[name], times));
  return sum(terms) / formula.over;
}

// Every seat's share of all points as the nearest whole number, halves away from zero.
function scoresOf({ weights, over, times }, raw) {
  const share = (of) => sum(Object.entries(of).map(([seat, weight]) => weight * raw[seat])) / over;
  const whole = (points) => Math.sign(points) * Math.floor(Math.abs(points) + 0.5);
  return Object.fromEntries(Object.entries(weights).map(([seat, of]) => [seat, whole(share(of)) * times || 0]));
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
