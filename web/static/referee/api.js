// Speaks with the server and says plainly what came back: nothing at all, an answer that is not Huapai's (the
// sign-in page of a hall's Wi-Fi answers everything with 200), or an answer that is.

import { heardAt } from "./clock.js";

const PATIENCE = 8000;

export const NOTHING = Object.freeze({ reached: false, ours: false, status: 0, data: null, etag: "" });

const isObject = (data) => typeof data === "object" && data !== null && !Array.isArray(data);

async function read(response) {
  const json = (response.headers.get("Content-Type") || "").includes("application/json");
  if (response.status === 304) return { ours: true, data: null };
  if (!json) return { ours: false, data: null };
  try {
    const data = await response.json();
    return { ours: isObject(data), data };
  } catch (unreadable) {
    return { ours: false, data: null };
  }
}

export class Api {
  // `root` is the address of the API on this server, `token` says each time anew which lease we hold, `waiting` how
  // much this device still has to hand over: the desk sees it beside the table.
  constructor(root, token, waiting, patience = PATIENCE) {
    this.root = root;
    this.token = token;
    this.waiting = waiting;
    this.patience = patience;
  }

  get(path, etag = "") {
    return this.#call(path, { headers: etag ? { "If-None-Match": etag } : {} });
  }

  post(path, content) {
    const headers = { "Content-Type": "application/json" };
    return this.#call(path, { method: "POST", headers, body: JSON.stringify(content) });
  }

  async #call(path, options) {
    const lease = this.token() ? { Authorization: `Lease ${this.token()}`, "Huapai-Waiting": this.waiting() } : {};
    const headers = { ...options.headers, ...lease };
    const { answer, date } = await this.#fetched(path, { ...options, headers });
    if (answer.ours) heardAt(date);
    return answer;
  }

  async #fetched(path, options) {
    const given_up = new AbortController();
    const timer = setTimeout(() => given_up.abort(), this.patience);
    try {
      const response = await fetch(this.root + path, {
        ...options,
        cache: "no-store",
        // The cookie by which a device is told from others of its address.
        credentials: "same-origin",
        redirect: "error",
        // The language is that of the page, which the browser may have kept.
        headers: { "Accept-Language": document.documentElement.lang, ...options.headers },
        signal: given_up.signal,
      });
      const { ours, data } = await read(response);
      const { status, headers } = response;
      const answer = { reached: true, ours, status, data, etag: headers.get("ETag") || "" };
      return { answer, date: headers.get("Date") };
    } catch (lost) {
      return { answer: NOTHING, date: "" };
    } finally {
      clearTimeout(timer);
    }
  }
}
