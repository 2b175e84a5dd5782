/** What a finger does with a hand beyond a tap: sweep over several cards, or throw them onto the table. */

/** A finger that moves less than this meant one card. */
const TREMBLE = 14;
/** From so far below the place where it lets go, a card is thrown. */
const THROW = 70;

export interface Meant {
  /** Choose a card, or put it back. */
  choose: (key: string, on: boolean) => void;
  /** Play what is chosen, if it may be. */
  play: () => void;
}

interface Sweep {
  from: string;
  /** Whether the cards swept over are chosen, or put back. */
  on: boolean;
  moved: boolean;
  x: number;
  y: number;
}

/** What the finger is on. */
function under(event: PointerEvent): Element | null {
  return document.elementFromPoint(event.clientX, event.clientY);
}

export class Gestures {
  /** The click that follows belongs to the gesture. */
  tookClick = false;
  readonly #meant: Meant;
  #sweep: Sweep | null = null;

  constructor(meant: Meant) {
    this.#meant = meant;
  }

  /** A finger is put on a card, which it would choose or put back. */
  began(from: string, on: boolean, event: PointerEvent): void {
    this.#sweep = { from, on, moved: false, x: event.clientX, y: event.clientY };
  }

  /** It sweeps: all cards that it comes over are chosen, or put back, like the first. */
  moved(event: PointerEvent): void {
    const sweep = this.#sweep;
    if (!sweep || (!sweep.moved && Math.hypot(event.clientX - sweep.x, event.clientY - sweep.y) < TREMBLE)) return;
    const over = under(event)?.closest<HTMLElement>('[data-key]')?.dataset['key'];
    if (!over || (over === sweep.from && !sweep.moved)) return;
    if (!sweep.moved) this.#meant.choose(sweep.from, sweep.on);
    sweep.moved = true;
    this.#meant.choose(over, sweep.on);
  }

  /** It lets go. Thrown onto the table, what was chosen is played. */
  released(event: PointerEvent): void {
    const sweep = this.#sweep;
    if (!sweep) return;
    this.tookClick = sweep.moved;
    if (!under(event)?.closest('[data-hand]') && sweep.y - event.clientY > THROW) {
      this.#meant.choose(sweep.from, true);
      this.tookClick = true;
      this.#meant.play();
    }
    this.#sweep = null;
    setTimeout(() => (this.tookClick = false));
  }

  cancelled(): void {
    this.#sweep = null;
  }
}
