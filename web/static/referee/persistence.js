// Whether the browser promises to keep the data of this device, and what to expect of it where it does not promise.
// Only over HTTPS can it be asked; over plain HTTP the answer follows from the kind of browser.

const LITTLE = 5_000_000;

const NOTHING = "nothing";
const PROMISED = "promised";
const SHORT = "short";
const SEVEN_DAYS = "seven-days";
const MAY_CLEAR = "may-clear";

const others = /chrome|chromium|android|edg|opr/i;

// Safari, and on a telephone or tablet of Apple every browser, which is Safari inside.
function isSafari({ userAgent, maxTouchPoints }) {
  if (/iphone|ipad|ipod/i.test(userAgent)) return true;
  if (/macintosh/i.test(userAgent) && maxTouchPoints > 1) return true;
  return /safari/i.test(userAgent) && !others.test(userAgent);
}

async function isPromised(storage) {
  return Boolean(storage?.persist) && ((await storage.persisted()) || (await storage.persist()));
}

async function isShort(storage) {
  if (!storage?.estimate) return false;
  const { quota = Infinity, usage = 0 } = await storage.estimate();
  return quota - usage < LITTLE;
}

// The name of the sentence to show; `lasting` is whether the browser stores anything at all.
export async function persistence(lasting, browser = navigator) {
  if (!lasting) return NOTHING;
  try {
    if (await isShort(browser.storage)) return SHORT;
    if (await isPromised(browser.storage)) return PROMISED;
  } catch (refused) {
    return MAY_CLEAR;
  }
  return isSafari(browser) ? SEVEN_DAYS : MAY_CLEAR;
}
