// Put into a page before it begins: what its pocket is told and tells goes over the page's own worker, beside what the
// page says itself. So a match is played as fast as the worker answers.
{
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      window.wire = new Wire(this);
    }
  };

  /** While the page connected anew, bots may have gone on: the table as it is will be told. */
  const MOVED_ON = ['stale_version', 'between_rounds'];

  class Wire {
    /** What is known of each table, as the page knows it. */
    tables = {};
    #worker;
    #watched = new Set();
    #answers = new Map();
    #count = 0;
    #heard = () => undefined;

    constructor(worker) {
      this.#worker = worker;
      worker.addEventListener('message', ({ data }) => this.#hear(data));
    }

    #hear({ kind, number, status, body, texts }) {
      if (kind === 'answer') this.#answer(number, { status, body });
      for (const text of texts ?? []) this.#told(JSON.parse(text));
      this.#heard();
    }

    #answer(key, answer) {
      this.#answers.get(key)?.(answer);
      this.#answers.delete(key);
    }

    #told(message) {
      const { type, id, table } = message;
      if (type === 'table') this.tables[id] = message;
      else if (type === 'update' && this.tables[table]) this.#layOver(this.tables[table], message);
      else if (type === 'welcome') for (const one of this.#watched) void this.say({ type: 'watch', table: one });
      else this.#answer(id, message);
    }

    #layOver(known, { public: changed, own }) {
      const match = 'match' in changed ? changed.match && { ...known.public.match, ...changed.match } : known.public.match;
      known.public = { ...known.public, ...changed, match };
      if (own !== undefined) known.own = own;
    }

    /** The next thing that the pocket tells. */
    #news() {
      return new Promise((done) => (this.#heard = done));
    }

    /** Connects, as the page does once somebody has a name. */
    connect() {
      this.#worker.postMessage({ kind: 'connect' });
    }

    /** Asks as over HTTP. */
    async ask(method, path, body) {
      const number = -++this.#count; // the page's own are above
      const answered = new Promise((done) => this.#answers.set(number, done));
      const text = body === undefined ? '' : JSON.stringify(body);
      this.#worker.postMessage({ kind: 'ask', number, method, path, body: text });
      return answered;
    }

    /** Sends a message; the answer with its id. */
    say(message) {
      const whole = { id: crypto.randomUUID(), ...message };
      const answered = new Promise((done) => this.#answers.set(whole.id, done));
      this.#worker.postMessage({ kind: 'say', text: JSON.stringify(whole) });
      return answered;
    }

    async watch(table) {
      this.#watched.add(table);
      await this.say({ type: 'watch', table });
      return structuredClone(this.tables[table]); // bots go on
    }

    /** Does the next thing if there is anything to do, and waits for no answer. */
    leave(table) {
      const ask = this.todo(table);
      const message = ask && { type: 'do', id: crypto.randomUUID(), table, ask };
      if (message) void this.say(message);
      return message;
    }

    async do(table, ask) {
      const answer = await this.say({ type: 'do', table, ask });
      if (answer.type !== 'done' && !MOVED_ON.includes(answer.error.code)) throw new Error(JSON.stringify(answer));
    }

    /** Sits down at a new table with bots, and begins. */
    async begin(options, bots) {
      const { body } = await this.ask('POST', '/api/tables', { options });
      const { table } = JSON.parse(body);
      await this.watch(table);
      for (const [seat, bot] of bots.entries()) await this.do(table, { do: 'set_bot', seat: seat + 1, bot });
      // Should the page connect anew just now, nobody is at the table until it is watched again.
      for (let answer; answer?.type !== 'done'; ) {
        answer = await this.say({ type: 'do', table, ask: { do: 'start' } });
        if (answer.error && answer.error.code !== 'not_everybody_here') throw new Error(JSON.stringify(answer));
        if (answer.error) await this.watch(table);
      }
      return table;
    }

    /** Plays until so many actions are done, or the match is over; what is known of the table then. */
    async play(table, until) {
      for (;;) {
        const news = this.#news();
        const state = this.tables[table];
        if (state.public.phase === 'over' || state.public.match.version >= until) return state;
        const ask = this.todo(table);
        if (ask) await this.do(table, ask);
        else await news;
      }
    }

    /** Something that may be done now, by chance; null while others are to act. */
    todo(table) {
      const { own, public: open } = this.tables[table];
      if (open.phase === 'between') return { do: 'ready' };
      if (!own || open.phase !== 'playing') return null;
      const { version } = open.match;
      const any = (some) => some[Math.floor(Math.random() * some.length)];
      const plays = Object.values(own.plays).flat();
      if (own.must_give) return { do: 'give', card: any(own.hand), version };
      if (plays.length && (!own.may_pass || Math.random() < 0.8))
        return { do: 'play', cards: any(plays).split(' '), version };
      return own.may_pass ? { do: 'pass', version } : null;
    }
  }
}
