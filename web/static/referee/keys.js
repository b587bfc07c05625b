// Names that a device gives by itself: 128 random bits as 32 hexadecimal digits. Not crypto.randomUUID, which
// browsers keep for HTTPS.

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
