// Keeps the screen on while the page is looked at, where the browser can: only over HTTPS, and not in every one. Nothing
// else is tried instead; without it the device's own setting holds, and the page loses nothing when the screen goes off.

export function keepAwake() {
  if (!navigator.wakeLock) return;
  const ask = () => document.hidden || navigator.wakeLock.request("screen").catch(() => {}); // a low battery refuses
  document.addEventListener("visibilitychange", ask);
  ask();
}
