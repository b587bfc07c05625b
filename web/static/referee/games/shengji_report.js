// What is entered of a deal of 升级, and the report that it makes.

import { cardsOf } from "../course.js";

export const RESULT = "result";
export const TRICKS = "tricks";

// No trump has a name of its own here, because null is what nobody has chosen yet.
export const NO_TRUMP = "NT";

const SEATS = 4;
const TWO_JOKERS = ["BJ", "RJ"];
const OWN = ["dealer", "level", "trump", "attackers_points", "kitty_points", "last_trick", "bids", "plays", "kitty", "failed_throws"];

const NOTHING = Object.freeze({
  dealer: null,
  level: null,
  trump: null,
  points: null,
  kitty: null,
  winner: null,
  combination: null,
  jack: null, // "trump", "off_suit" or "none": which J won the last trick, where that is asked
  cards: null, // of the last trick, where another device wrote them
  bid: null, // {seat, shown}
  plays: [],
  turn: null,
  put: null,
  thrown: null, // {at, tiles} of a throw that fails, while it is not known what is led instead
  throws: [], // {at, cards} of those that failed: `at` is the play that was made instead
  otherwise: false, // than the board says, which has to be tapped before dealer and level can be
  more: {}, // what this page does not ask for, and another wrote
});

export const empty = (depth) => ({ ...NOTHING, depth });

// The cards that were shown: so many level cards of the trump suit, or two equal jokers.
function bidCards({ bid, trump, level }) {
  if (TWO_JOKERS.includes(bid.shown)) return trump === NO_TRUMP ? [bid.shown, bid.shown] : null;
  return trump && trump !== NO_TRUMP && level ? Array(bid.shown).fill(trump + level) : null;
}

// `known` is who deals at which level by the deals before, which holds where nobody says otherwise.
// `kitty` are the cards that were not played, null before all the others were.
export function reportOf(entry, known, levels, kitty) {
  const { depth, more, plays } = entry;
  const whole = { ...entry, dealer: entry.dealer || known.dealer, level: entry.level || known.level };
  const report = { ...more, ...begun(whole) };
  if (depth === TRICKS) return { ...report, plays, ...failedThrows(entry), ...(kitty ? { kitty } : {}) };
  if (entry.points !== null) report.attackers_points = entry.points;
  if (entry.kitty !== null) report.kitty_points = entry.kitty;
  if (entry.winner) report.last_trick = lastTrick(whole, levels);
  return report;
}

function begun(whole) {
  const { dealer, level, trump, bid } = whole;
  const cards = bid?.seat && bid.shown ? bidCards(whole) : null;
  return {
    ...(dealer ? { dealer } : {}),
    ...(level ? { level } : {}),
    ...(trump ? { trump: trump === NO_TRUMP ? null : trump } : {}),
    ...(cards ? { bids: [{ seat: bid.seat, cards }] } : {}),
  };
}

function failedThrows({ plays, throws, more }) {
  const told = throws.map(({ at, cards }) => ({ seat: plays[at][0], cards, played: cardsOf(plays[at]).length }));
  const all = [...(more.failed_throws || []), ...told];
  return all.length ? { failed_throws: all } : {};
}

// The lead that was made instead of each throw; one that is none of these leads keeps its words.
function throwsFrom({ plays = [], failed_throws: told = [] }) {
  const throws = [];
  const rest = [];
  for (const one of told || []) {
    const at = plays.findIndex((play, place) => isInstead(play, place, one, throws));
    if (at < 0) rest.push(one);
    else throws.push({ at, cards: one.cards });
  }
  return { throws, rest };
}

function isInstead(play, place, { seat, cards, played }, throws) {
  const led = cardsOf(play);
  if (place % SEATS || play[0] !== seat || led.length !== played || throws.some(({ at }) => at === place)) return false;
  const left = [...cards];
  return led.every((card) => left.includes(card) && left.splice(left.indexOf(card), 1));
}

// What it was won with counts only where the attackers won it.
function lastTrick({ dealer, level, winner, combination, cards, jack }, levels) {
  if (!levels.attacks(winner, dealer)) return { winner };
  const asked = jack && levels.asksJack({ dealer, level, last_trick: { winner } }) ? { jack } : {};
  if (cards && !combination) return { winner, cards, ...asked };
  const named = combination || levels.only;
  return { winner, ...(named ? { combination: named } : {}), ...asked };
}

// The entry that would make a report, for a sheet that another device wrote.
export function entryFrom(report, depth) {
  const { last_trick: last, bids = [], trump } = report;
  const others = Object.fromEntries(Object.entries(report).filter(([name]) => !OWN.includes(name)));
  const { throws, rest } = throwsFrom(report);
  const more = rest.length ? { ...others, failed_throws: rest } : others;
  const [bid] = bids || [];
  return {
    ...empty(report.plays ? TRICKS : depth),
    dealer: report.dealer || null,
    level: report.level || null,
    trump: trump === null ? NO_TRUMP : trump || null,
    points: report.attackers_points ?? null,
    kitty: report.kitty_points ?? null,
    winner: last?.winner || null,
    combination: last?.combination || null,
    jack: last?.jack || null,
    cards: last?.cards || null,
    bid: bid ? { seat: bid.seat, shown: TWO_JOKERS.includes(bid.cards?.[0]) ? bid.cards[0] : bid.cards?.length } : null,
    plays: report.plays || [],
    throws,
    more,
  };
}
