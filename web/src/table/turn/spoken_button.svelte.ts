import { speech } from '../../app/speech.svelte.js';
import { m } from '../../paraglide/messages.js';
import type { Speaking } from './play_button.js';
import type { Turn } from './turn.svelte.js';

const inWords = ({ text, why }: Speaking): string => [text, why].filter(Boolean).join('. ');

/** What the button says, for ears: what is chosen, why it may not be played, what is planned, whether it is meant. */
export class SpokenButton {
  readonly #button: () => Speaking;
  readonly #turn: Turn;

  /** To be made while a component is: it listens for as long as that lives. */
  constructor(turn: Turn, button: () => Speaking) {
    this.#turn = turn;
    this.#button = button;
    const told = $derived(this.#told());
    const asks = $derived(button().does === 'confirm');
    $effect(() => {
      if (asks) speech.alert(told);
      else speech.say(told);
    });
  }

  /** What has changed by somebody's own hand; a hint tells of its cards itself. */
  #told(): string {
    const { selection, plans, hints } = this.#turn;
    const speaking = this.#button();
    if (hints.advised.length || (!selection.codes.length && !plans.planned)) return '';
    return speaking.does === 'none' && speaking.text === m.action_play() ? '' : inWords(speaking);
  }

  /** Pressed where it does nothing: what is to be done first. */
  idle(): void {
    const { text, why } = this.#button();
    if (why) return; // the server is being asked
    speech.say(text === m.action_play() ? m.action_choose() : text);
  }
}
