import { askToPersist, forgetAside, keep, load, onOtherWindow, setAside } from './pad_storage.js';
import { asksForCard, check, checkLine, mostLeft, type Line, type Problem } from '../scoring/scoring.js';
import { emptyDraft, emptyShelf, type Draft, type Pad, type Shelf } from './pad_format.js';

const toggled = (seats: readonly number[], seat: number): number[] =>
  seats.includes(seat) ? seats.filter((one) => one !== seat) : [...seats, seat].sort();

/** The score pads of this device. Whatever changes is kept before anything else happens. */
class Pads {
  #shelf = $state<Shelf>(emptyShelf());
  /** A stored text that could not be read. */
  aside = $state<string | null>(null);
  /** This browser keeps nothing. */
  unkept = $state(false);
  #ready: Promise<void> | undefined;

  /** To be awaited before anything is shown. */
  ready(): Promise<void> {
    this.#ready ??= load().then((shelf) => {
      this.#shelf = shelf;
      this.aside = setAside();
      onOtherWindow((other) => {
        if (other.revision > this.#shelf.revision) this.#shelf = other;
      });
    });
    return this.#ready;
  }

  get all(): readonly Pad[] {
    return this.#shelf.pads;
  }

  get open(): Pad | undefined {
    return this.#shelf.pads.find((pad) => pad.id === this.#shelf.open);
  }

  #keep(): void {
    this.#shelf.revision += 1;
    void keep($state.snapshot(this.#shelf)).then((kept) => (this.unkept = !kept));
  }

  /** Names or lines change: the next revision of a shared pad. */
  #change(pad: Pad): void {
    pad.changes += 1;
    this.#keep();
  }

  begin(edition: string, names: string[]): void {
    const pad: Pad = {
      id: crypto.randomUUID?.() ?? String(Date.now()),
      edition,
      names,
      lines: [],
      draft: emptyDraft(0, names.length),
      changes: 1,
      begun: Date.now(),
      share: null,
    };
    this.#shelf.pads.unshift(pad);
    this.#shelf.open = pad.id;
    askToPersist();
    this.#keep();
  }

  /** The same players again; whoever follows the link of the match before follows this one. */
  rematch(pad: Pad): void {
    const { share, changes } = pad;
    pad.share = null;
    this.begin(pad.edition, [...pad.names]);
    const next = this.open;
    if (!next || !share) return;
    next.share = share;
    next.changes = changes;
    this.#change(next);
  }

  choose(id: string | null): void {
    this.#shelf.open = id;
    this.#keep();
  }

  remove(id: string): void {
    this.#shelf.pads = this.#shelf.pads.filter((pad) => pad.id !== id);
    if (this.#shelf.open === id) this.#shelf.open = null;
    this.#keep();
  }

  rename(pad: Pad, names: string[]): void {
    pad.names = names;
    this.#change(pad);
  }

  /** Begins to enter a round, or to change one; what was tapped for it already stays. */
  enter(pad: Pad, at: number): void {
    if (pad.draft.at !== at) {
      const line = pad.lines[at];
      pad.draft = line
        ? { at, left: [...line.left], barred: [...line.barred], highest: [...line.highest] }
        : emptyDraft(at, pad.names.length);
      this.#keep();
    }
  }

  leave(pad: Pad): void {
    if (pad.draft.at !== pad.lines.length) {
      pad.draft = emptyDraft(pad.lines.length, pad.names.length);
      this.#keep();
    }
  }

  tap(pad: Pad, seat: number, count: number | null): void {
    pad.draft.left[seat] = count;
    if (count !== 1) pad.draft.barred = pad.draft.barred.filter((one) => one !== seat);
    this.#keep();
  }

  /** A player forgot to say it, and so has one card left (R5.2). */
  bar(pad: Pad, seat: number): void {
    pad.draft.barred = toggled(pad.draft.barred, seat);
    if (pad.draft.barred.includes(seat)) pad.draft.left[seat] = 1;
    this.#keep();
  }

  holdsHighest(pad: Pad, seat: number): void {
    pad.draft.highest = toggled(pad.draft.highest, seat);
    this.#keep();
  }

  /** Writes the draft down; what is wrong with it, if anything is. */
  write(pad: Pad): Problem | null {
    const line = lineOf(pad.draft, pad.edition);
    const next = [...pad.lines];
    next[pad.draft.at] = line;
    const problem = checkLine(line, pad.names.length, pad.edition) ?? check({ ...pad, lines: next });
    if (problem) return problem;
    pad.lines = next;
    pad.draft = emptyDraft(next.length, pad.names.length);
    this.#change(pad);
    return null;
  }

  /** Takes the last round off the sheet; its numbers wait in the draft. */
  undo(pad: Pad): void {
    const line = pad.lines.pop();
    if (!line) return;
    pad.draft = { at: pad.lines.length, ...line };
    this.#change(pad);
  }

  strike(pad: Pad, at: number): void {
    pad.lines.splice(at, 1);
    pad.draft = emptyDraft(pad.lines.length, pad.names.length);
    this.#change(pad);
  }

  shared(pad: Pad, share: Pad['share']): void {
    pad.share = share;
    this.#keep();
  }

  /** The server has a later revision than this device knows of: be later still. */
  overtake(pad: Pad, revision: number): void {
    pad.changes = Math.max(pad.changes, revision + 1);
    this.#keep();
  }

  forgetAside(): void {
    forgetAside();
    this.aside = null;
  }
}

/** A draft as a line, without answers to questions that were not asked. */
export function lineOf(draft: Draft, edition: string): Line {
  const left = draft.left.map((count) => count ?? NaN);
  const tied = mostLeft(left);
  return {
    left,
    barred: [...draft.barred],
    highest: asksForCard(left, edition) ? draft.highest.filter((seat) => tied.includes(seat)) : [],
  };
}

export const pads = new Pads();
