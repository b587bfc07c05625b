// How much each outbox of this device still holds, as a plain text that every page of the device can read: the page
// of another table, and the desk before somebody signs out. The outboxes themselves say what it is.

const PREFIX = "huapai.waiting.";

export function noteLeft(storage, code, count) {
  if (Number(storage.getItem(PREFIX + code)) === count) return;
  if (count) storage.setItem(PREFIX + code, String(count));
  else storage.removeItem(PREFIX + code);
}

// The other tables for which this device still holds something: [{code, count}].
export function leftElsewhere(storage, code) {
  const names = storage.names(PREFIX).filter((name) => name !== PREFIX + code && storage.getItem(name));
  return names.map((name) => ({ code: name.slice(PREFIX.length), count: Number(storage.getItem(name)) || 0 }));
}

// The tables for which this device holds or held anything.
export const codesHere = (storage) => storage.names(PREFIX).map((name) => name.slice(PREFIX.length));
