// How many items each outbox of this device still holds, as a text that every page of the device can read: the page
// of another table, and the desk before somebody signs out. The items themselves are in the outboxes.

const PREFIX = "huapai.waiting.";

export function noteCount(storage, code, count) {
  if (Number(storage.getItem(PREFIX + code)) === count) return;
  if (count) storage.setItem(PREFIX + code, String(count));
  else storage.removeItem(PREFIX + code);
}

// The other tables for which this device still has items to send: [{code, count}].
export function otherOutboxes(storage, code) {
  const names = storage.names(PREFIX).filter((name) => name !== PREFIX + code && storage.getItem(name));
  return names.map((name) => ({ code: name.slice(PREFIX.length), count: Number(storage.getItem(name)) || 0 }));
}

// The codes of the tables for which this device has or had an outbox.
export const tableCodes = (storage) => storage.names(PREFIX).map((name) => name.slice(PREFIX.length));
