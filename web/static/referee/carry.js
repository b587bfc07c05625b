// What waits or was refused, carried away by hand: as text to be copied, and as a file. Both work on plain HTTP.

const PAUSE = 60_000;

// An item as the server takes it, and as people call it.
const written = ({ key, digest, sealed, kind, label, sealed_at, refused }) => ({
  kind,
  ...label,
  sealed_at,
  refused: refused?.code || "",
  key,
  digest,
  sealed,
});

export const asText = (items) => JSON.stringify(items.map(written), null, 1);

// Copies what a field shows; the newer way of doing it is there over HTTPS only.
export function copy(field) {
  field.focus();
  field.select();
  return document.execCommand("copy");
}

export function save(items, name) {
  const address = URL.createObjectURL(new Blob([asText(items)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), PAUSE);
}
