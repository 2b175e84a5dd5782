import { Refused } from '../wire/refused.js';
import { refusalText, ruleLink } from './refusal_text.js';

export interface Toast {
  id: number;
  text: string;
  alarm: boolean;
  link: string | null;
  until: number;
}

const SHOWN_MS = 5_000;
const LEFT_MS = 2_000;

/** Short sentences that go away by themselves, not while somebody points at them; also read out. */
class Toasts {
  shown = $state<Toast[]>([]);
  #count = 0;
  readonly #ends = new Map<number, ReturnType<typeof setTimeout>>();

  say(text: string, { alarm = false, link = null as string | null } = {}): void {
    const id = ++this.#count;
    const toast = { id, text, alarm, link, until: Date.now() + SHOWN_MS + text.length * 40 };
    this.shown = [...this.shown.filter((one) => one.text !== text).slice(-2), toast];
    this.goSoon(toast);
  }

  /** Somebody points at it or has come to its link: it stays until they leave it. */
  stay(id: number): void {
    clearTimeout(this.#ends.get(id));
    this.#ends.delete(id);
  }

  /** At the end of its time; somebody who has just left it may look again. */
  goSoon({ id, until }: Toast): void {
    this.stay(id);
    const end = setTimeout(() => this.close(id), Math.max(LEFT_MS, until - Date.now()));
    this.#ends.set(id, end);
  }

  /** Shows why something was refused, with the rule one tap away. Errors that are no refusals are thrown on. */
  refuse(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    this.say(refusalText(error.facts), { alarm: true, link: ruleLink(error.facts.rule) });
  }

  /** What was refused has been done by now: no word of it any more. */
  settle(): void {
    for (const { id } of this.shown.filter((one) => one.alarm)) this.close(id);
  }

  /** What was said is no longer so. */
  unsay(text: string): void {
    for (const { id } of this.shown.filter((one) => one.text === text)) this.close(id);
  }

  close(id: number): void {
    this.stay(id);
    this.shown = this.shown.filter((one) => one.id !== id);
  }
}

export const toasts = new Toasts();
