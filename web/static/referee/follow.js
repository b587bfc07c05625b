// What the server says of a deal that is being written down. One question at a time: while it is under way the page
// goes on, and asks for the newest report when the answer has come.

export class Following {
  #known = new Map();
  #asking = false;
  #wanted = null;

  constructor(exchange) {
    this.exchange = exchange;
  }

  // What follows from exactly this report, with its outlook where that is wanted, null while it is not known.
  of(deal, report, outlook) {
    const said = JSON.stringify([deal, report, outlook]);
    const known = this.#known.get(said);
    if (known === undefined) this.#ask({ said, deal, report, outlook });
    return known || null;
  }

  #ask(question) {
    this.#wanted = question;
    if (!this.#asking && this.exchange.connection.works) this.#converse();
  }

  async #converse() {
    this.#asking = true;
    while (this.#wanted) {
      const { said, deal, report, outlook } = this.#wanted;
      this.#wanted = null;
      const { ours, status, data } = await this.exchange.preview(deal, report, outlook);
      if (ours && status === 200 && data.following) this.#keep(said, { ...data.following, outlook: data.outlook });
    }
    this.#asking = false;
  }

  #keep(said, following) {
    if (this.#known.size > 200) this.#known.clear();
    this.#known.set(said, following);
    this.exchange.changed();
  }
}
