// How much each outbox of this device still holds, as a plain text that every page of the device can read: the page
// of another table, and the desk before somebody signs out. The outboxes themselves say what it is.

const PREFIX = "huapai.waiting.";

export function noteLeft(storage, code, count) {
  if (Number(storage.getItem(PREFIX + code)) === count) return;
  try {
    if (count) storage.setItem(PREFIX + code, String(count));
    else storage.removeItem(PREFIX + code);
  } catch (full) {
    storage.removeItem(PREFIX + code);
  }
}

// The other tables for which this device still holds something: [{code, count}].
export function leftElsewhere(storage, code) {
  const names = Object.keys(storage).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + code);
  return names.map((name) => ({ code: name.slice(PREFIX.length), count: Number(storage.getItem(name)) || 0 }));
}
