// What the server says of a deal that is being written down. One question at a time: while it is under way the page
// goes on, and asks for the newest report when the answer has come.

export class Following {
  #known = new Map();
  #asking = false;
  #wanted = null;

  constructor(talk) {
    this.talk = talk;
  }

  // What follows from exactly this report, null while that is not known.
  of(deal, report) {
    const said = JSON.stringify([deal, report]);
    const known = this.#known.get(said);
    if (known === undefined) this.#ask({ said, deal, report });
    return known || null;
  }

  #ask(question) {
    this.#wanted = question;
    if (!this.#asking && this.talk.connection.works) this.#converse();
  }

  async #converse() {
    this.#asking = true;
    while (this.#wanted) {
      const { said, deal, report } = this.#wanted;
      this.#wanted = null;
      const { ours, status, data } = await this.talk.preview(deal, report);
      if (ours && status === 200 && data.following) this.#keep(said, data.following);
    }
    this.#asking = false;
  }

  #keep(said, following) {
    if (this.#known.size > 200) this.#known.clear();
    this.#known.set(said, following);
    this.talk.changed();
  }
}
