import { settings } from '../app/settings.svelte.js';
import type { Line } from '../table/live/live_table.svelte.js';
import type { Connection } from '../wire/connection.svelte.js';
import { http } from '../wire/http.js';
import { Refused } from '../wire/refused.js';
import type {
  Do,
  Done,
  Frame,
  HintPlay,
  LessonChecked,
  LessonHint,
  LessonView,
  TableState,
  Update,
} from '../wire/types.js';
import { actionOf, isAbout, type Asked } from './actions.js';
import { progress } from './progress.svelte.js';

const THINK_MS = 950;
const THINK_STILL_MS = 380;

/**
 * A lesson in the place of the connection: the table that follows it is the real one, and every question goes to the
 * server, which replays the lesson and keeps nothing. What the others do comes one after the other, as at a table.
 */
export class LessonLine implements Line {
  readonly state = 'open' as const;
  sight = $state.raw<LessonView | null>(null);
  /** Everything that happened has been shown, and the learner may look up. */
  settled = $state(false);
  failed = $state.raw<Refused | null>(null);

  readonly #name: string;
  #actions: Asked[];
  /** What the light bulb proposed for the moment, by the actions that led to it. */
  #advice: { after: Asked[]; plays: HintPlay['action'][] } | null = null;
  #listeners = new Map<string, (message: never) => void>();
  #release: (() => void) | null = null;
  #ended = false;

  constructor(name: string) {
    this.#name = name;
    this.#actions = progress.of(name).actions;
  }

  start(): void {
    // A lesson is always there.
  }

  close(): void {
    this.#ended = true;
    this.#release?.();
  }

  on: Connection['on'] = (type, listener) => {
    this.#listeners.set(type, listener as (message: never) => void);
    return () => void this.#listeners.delete(type);
  };

  ask: Connection['ask'] = async (asked) => {
    const answers: Record<string, () => Promise<unknown>> = {
      watch: () => this.begin(),
      check: () =>
        http<LessonChecked>('POST', this.#path('/check'), {
          actions: this.#actions,
          cards: 'cards' in asked ? asked.cards : [],
        }),
      // Hands of lessons are short: they stay as they are.
      arrange: () => Promise.resolve({ groups: [] }),
      hint: () => this.#hint(),
    };
    return (await answers[asked.type]?.()) as never;
  };

  async do(_table: string, ask: Do['ask']): Promise<Done> {
    const action = actionOf(ask);
    if (action) await this.#try(action);
    else if (ask.do === 'ready') this.#release?.();
    return { type: 'done', id: '', seq: 0 };
  }

  /** Takes the lesson up where it was left. Kept actions that no longer fit are forgotten. */
  async begin(): Promise<void> {
    this.failed = null;
    try {
      let sight = await http<LessonView>('POST', this.#path(), { actions: this.#actions });
      if (sight.reaction?.kind === 'illegal' || sight.reaction?.kind === 'wrong') {
        this.#actions = [];
        sight = await http<LessonView>('POST', this.#path(), { actions: [] });
      }
      this.sight = { ...sight, reaction: null };
      const [first, ...rest] = this.#actions.length ? sight.frames.slice(-1) : sight.frames;
      if (!first) return;
      const state: TableState = {
        type: 'table',
        id: 'lesson',
        code: '',
        ...(rest.length ? inPassing(first) : { public: first.public, own: first.own }),
        events: [],
        chat: [],
        watching: 0,
      };
      this.#tell('table', state);
      await this.#show(rest);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.failed = error;
    }
  }

  async restart(): Promise<void> {
    this.#actions = [];
    progress.restart(this.#name);
    await this.begin();
  }

  async #hint(): Promise<LessonHint> {
    const after = this.#actions;
    const hint = await http<LessonHint>('POST', this.#path('/hint'), { actions: after });
    this.#advice = { after, plays: hint.plays.map((one) => one.action) };
    return hint;
  }

  async #try(action: Asked): Promise<void> {
    if (this.sight?.done) return; // nothing more is asked, and nothing said
    const actions = [...this.#actions, action];
    const proposed = this.#advice?.after === this.#actions ? this.#advice.plays : [];
    const advised = proposed.some((one) => isAbout(one, action));
    const sight = await http<LessonView>('POST', this.#path(), { actions, advised });
    this.sight = sight;
    if (sight.reaction?.kind !== 'right' && sight.reaction?.kind !== 'remark') return;
    this.#actions = actions;
    progress.keep(this.#name, sight.done ? [] : actions, sight.done ? 0 : sight.step, sight.done);
    this.settled = false;
    void this.#show(sight.frames);
  }

  /** Frame by frame, with a moment for each that somebody else causes; a score sheet waits until it is read. */
  async #show(frames: Frame[]): Promise<void> {
    this.settled = false;
    let before: Frame | undefined;
    for (const frame of frames) {
      const others = frame.events.some(
        ({ what }) => (what['type'] === 'played' || what['type'] === 'passed') && what['seat'] !== frame.own.seat,
      );
      if (before?.public.phase === 'between') await new Promise<void>((resolve) => (this.#release = resolve));
      else if (others || (before && !frame.events.length))
        await new Promise((resolve) => setTimeout(resolve, settings.still ? THINK_STILL_MS : THINK_MS));
      if (this.#ended) return;
      const { seq, events } = frame;
      // Once all is done nothing is asked of the learner either.
      const shown = frame === frames.at(-1) && !this.sight?.done ? frame : inPassing(frame);
      this.#tell('update', { type: 'update', table: 'lesson', seq, events, public: shown.public, own: shown.own });
      before = frame;
    }
    this.settled = true;
  }

  #tell(type: string, message: TableState | Update): void {
    this.#listeners.get(type)?.(message as never);
  }

  #path(more = ''): string {
    return `/api/lessons/${this.#name}${more}`;
  }
}

/** A moment on the way to the next question: whatever it looks like, it is not the learner's turn. */
function inPassing({ public: seen, own }: Frame): Pick<Frame, 'public' | 'own'> {
  const { match } = seen;
  if (match?.turn !== own.seat) return { public: seen, own };
  return {
    public: { ...seen, match: { ...match, turn: null } },
    own: { ...own, plays: {}, may_pass: false, may_call: false, must_block: false, must_give: false },
  };
}
