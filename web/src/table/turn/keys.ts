/** What keys do at the table; `Shortcuts.svelte` lists them for whoever plays by them. */
export interface Keyed {
  pass: () => void;
  hint: () => void;
  sort: () => void;
  /** Shows the list of keys. */
  list: () => void;
  /** Puts the chosen cards back. */
  clear: () => void;
  /** Plays what is chosen, or does whatever else the button says. */
  act: () => void;
}

/** Wherever the focus is, except where one types. Space chooses a card as it presses any button. */
const KEYS: Readonly<Record<string, keyof Keyed>> = {
  p: 'pass',
  h: 'hint',
  s: 'sort',
  '?': 'list',
  Escape: 'clear',
  Enter: 'act',
};

/** How many cards a key goes on within the hand. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, Home: -99, End: 99 };
/** How many of its rows a key goes down. */
const ROWS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const withOthers = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;

/** A key that is pressed at the table. Arrows lead to the hand. */
export function onTableKey(event: KeyboardEvent, does: Keyed, hand: { focus(): void } | undefined | false): void {
  if (event.defaultPrevented || withOthers(event) || document.querySelector('dialog[open]')) return;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest('input, textarea, select')) return;
  if (event.key.startsWith('Arrow') && hand && !at?.closest('.panel')) {
    event.preventDefault();
    hand.focus();
    return;
  }
  const what = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  // Where a button has the focus, Enter presses that.
  const free = document.activeElement === document.body || document.activeElement?.id === 'main';
  if (what && (what !== 'act' || free)) does[what]();
}

/** A key that is pressed in the hand: goes so many cards on or rows down, or plays what is chosen. */
export function onHandKey(
  event: KeyboardEvent,
  does: { step: (cards: number) => void; row: (down: number) => void; act: () => void },
): void {
  if (withOthers(event)) return;
  const [cards, down] = [STEPS[event.key], ROWS[event.key]];
  if (cards !== undefined || down !== undefined) {
    event.preventDefault();
    event.stopPropagation();
    if (cards) does.step(cards);
    if (down) does.row(down);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    does.act();
  }
}
