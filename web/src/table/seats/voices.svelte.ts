import { settings } from '../../app/settings.svelte.js';
import type { Mood } from '../../faces/characters.js';
import type { Fact, Public } from '../../wire/types.js';
import { phraseText } from '../chat/phrases.js';
import type { Change } from '../live/live_table.svelte.js';
import { MISSED_ABOVE } from '../live/pace.js';

const SAID_MS = 4_500;

/** Whether bots may have a feeling about a fact. */
const moving = (fact: Fact): boolean =>
  (fact.type === 'played' && fact.kind === 'gang') || fact.type === 'round_ended' || fact.type === 'match_ended';

/** What is said and felt around a table for a moment: people's words, bots' moods and lines. */
export class Voices {
  #words = $state.raw<Record<string, string>>({});
  #line = $state.raw<{ seat: number; text: string } | null>(null);
  #moods = $state.raw<Record<number, Mood>>({});
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #reactions = 0;

  hear({ facts, before, after }: Change): void {
    for (const fact of facts) {
      if (fact.type === 'said') this.#say(fact.person, fact.text);
      if (fact.type === 'phrased') this.#say(fact.person, phraseText(fact.phrase));
      if (fact.type === 'round_began' || fact.type === 'started') this.#calm();
      if (facts.length <= MISSED_ABOVE && moving(fact)) void this.#react(fact, before, after);
    }
  }

  /** What somebody says just now, by their seat. */
  at(table: Public, seat: number): string {
    return this.#line?.seat === seat ? this.#line.text : (this.#words[table.seats[seat]?.person ?? ''] ?? '');
  }

  moodAt(seat: number): Mood {
    return this.#moods[seat] ?? 'neutral';
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** What bots feel and say is loaded when it is first needed. */
  async #react(fact: Fact, before: Public | null, after: Public): Promise<void> {
    const number = ++this.#reactions;
    const [{ reactionTo }, { botLine }] = await Promise.all([import('./bot_moods.js'), import('./bot_lines.js')]);
    const reaction = reactionTo(fact, before, after);
    if (!reaction || number !== this.#reactions) return;
    this.#moods = reaction.moods;
    this.#line = null;
    // What a round or a match has done to them shows until the next deal.
    if (fact.type === 'played') this.#later(() => number === this.#reactions && this.#calm());
    const seat = reaction.speaker;
    if (seat === null || !settings.chosen.botTalk) return;
    const text = await botLine(after.seats[seat]?.bot ?? '', reaction.moods[seat] ?? 'neutral', reaction.pick);
    if (!text || number !== this.#reactions) return;
    this.#line = { seat, text };
    this.#later(() => {
      if (number === this.#reactions) this.#line = null;
    });
  }

  #calm(): void {
    this.#reactions++;
    this.#moods = {};
    this.#line = null;
  }

  #say(person: string, text: string): void {
    this.#words = { ...this.#words, [person]: text };
    this.#later(() => {
      if (this.#words[person] === text) this.#words = { ...this.#words, [person]: '' };
    });
  }

  #later(work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, SAID_MS);
    this.#timers.add(timer);
  }
}
