import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { settings } from '../../src/app/settings.svelte.js';
import { speech } from '../../src/app/speech.svelte.js';
import { toasts } from '../../src/app/toasts.svelte.js';
import { READ_MS } from '../../src/table/turn/confirmation.svelte.js';
import { cardsOf } from '../../src/table/turn/hints.svelte.js';
import { onlyPassIsLeft, pressPass } from '../../src/table/turn/pass_button.js';
import { speakingButton } from '../../src/table/turn/play_button.js';
import { SpokenButton } from '../../src/table/turn/spoken_button.svelte.js';
import { Turn } from '../../src/table/turn/turn.svelte.js';
import type { Own, Public } from '../../src/wire/types.js';
import { rooted } from './rooted.svelte.js';
import { match, seat, tableOn, TestLine } from './scenery.js';

let stop: () => void = () => undefined;

/** A player at a table, with everything that watches them. */
function play(table: Partial<Public> = {}, mine: Partial<Own> = {}) {
  const line = new TestLine();
  const seen = tableOn(line);
  line.show(table, mine);
  let turn: Turn | undefined;
  stop = rooted(() => (turn = new Turn(seen.table)));
  flushSync();
  if (!turn) throw new Error('no turn was made');
  return { line, turn, ...seen };
}

async function after(ms: number): Promise<void> {
  flushSync();
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}

const waiting = { match: match({ turn: 1, version: 8 }) };

beforeEach(() => {
  vi.useFakeTimers();
  settings.set('autoPass', false);
  settings.set('confirm', false);
  settings.set('sort', 'rank');
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('selection', () => {
  test('a tap chooses, another puts back', () => {
    const { turn } = play();
    turn.selection.toggle('G3#1');
    expect(turn.selection.codes).toEqual(['G3']);
    turn.selection.toggle('G3#1');
    expect(turn.selection.codes).toEqual([]);
  });

  test('what is chosen is a play only if the server listed it', () => {
    const { turn } = play();
    turn.selection.choose(['Y3', 'G3']);
    expect(turn.selection.exact?.kind).toBe('pair');
    turn.selection.choose(['R7', 'G3']);
    expect(turn.selection.exact).toBeUndefined();
  });

  test('cards that beat nothing are told apart where something lies', () => {
    const plays = { pair: ['G3 Y3', 'G3 G3'] };
    const { line, turn } = play({ match: match({ table: ['G2', 'Y2'] }) }, { plays });
    expect([...turn.selection.idle]).toEqual(['R7', 'RD']);
    line.show({ seq: 2, match: match({ table: ['R9', 'Y9'] }) }, { plays: {} });
    expect(turn.selection.idle.size).toBe(0);
    line.show({ seq: 3 }, { plays });
    expect(turn.selection.idle.size).toBe(0);
  });

  test('a suggestion completes what was chosen by hand, and again to the next', () => {
    const { turn } = play();
    turn.selection.choose(['G3']);
    expect([...turn.selection.completions.keys()]).toEqual(['single', 'pair', 'triple']);
    turn.selection.suggest('pair');
    expect(turn.selection.codes).toEqual(['G3', 'G3']);
    expect(turn.selection.at('pair')).toBe(1);
    turn.selection.suggest('pair');
    expect(turn.selection.codes).toEqual(['G3', 'Y3']);
    turn.selection.suggest('pair');
    expect(turn.selection.codes).toEqual(['G3', 'G3']);
  });

  test('cards that leave the hand are no longer chosen, the others stay', () => {
    const { line, turn } = play();
    turn.selection.choose(['G3', 'R7']);
    line.show({ seq: 2 }, { hand: ['G3', 'Y3', 'R7', 'RD'] });
    flushSync();
    expect(turn.selection.codes).toEqual(['R7']);
  });

  test('a new round begins with nothing chosen', () => {
    const { line, turn } = play();
    turn.selection.choose(['R7']);
    line.show({ seq: 2, match: match({ round: 2 }) });
    flushSync();
    expect(turn.selection.codes).toEqual([]);
  });

  test('the server is asked what the cards are, once they stay chosen', async () => {
    const { line, turn } = play();
    line.answers['check'] = { type: 'checked', id: '', kind: null, error: null };
    turn.selection.choose(['R7', 'G3']);
    await after(50);
    expect(line.asked.filter((one) => one.type === 'check')).toEqual([]);
    await after(50);
    expect(line.asked.at(-1)).toMatchObject({ type: 'check', cards: ['G3', 'R7'] });
    expect(turn.selection.checked?.kind).toBeNull();
    turn.selection.toggle('RD#0');
    expect(turn.selection.checked).toBeNull();
  });

  test('sorted by combinations, the hand lies as the server arranges it', async () => {
    settings.set('sort', 'combinations');
    const { line, turn } = play();
    line.answers['arrange'] = { groups: [['RD'], ['G3', 'Y3']] };
    line.show({ seq: 2 }, { hand: ['G3', 'Y3', 'R7', 'RD'] });
    await after(0);
    expect(turn.selection.cards.map((card) => card.code)).toEqual(['G3', 'Y3', 'R7', 'RD']);
    expect(turn.selection.groups).toEqual([2, 2]);
  });
});

describe('moves', () => {
  test('plays what is chosen, with the version that was seen', async () => {
    const { line, turn } = play();
    turn.selection.choose(['G3', 'Y3']);
    await turn.moves.play();
    expect(line.done).toEqual([{ do: 'play', cards: ['G3', 'Y3'], version: 7 }]);
  });

  test('asks first where the player wants that; another card takes the question back', async () => {
    settings.set('confirm', true);
    const { line, turn } = play();
    turn.selection.choose(['R7']);
    await turn.moves.play();
    expect(turn.moves.confirming).toBe(true);
    expect(line.done).toEqual([]);
    turn.selection.choose(['RD']);
    expect(turn.moves.confirming).toBe(false);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    onTestFinished(() => void clock.mockRestore());
    await turn.moves.play();
    await turn.moves.play();
    expect(line.done, 'a double tap has read no question').toEqual([]);
    clock.mockReturnValue(1_000 + READ_MS);
    await turn.moves.play();
    expect(line.done).toMatchObject([{ cards: ['RD'] }]);
  });

  test('the call goes along only with the play that leaves one card', async () => {
    const { line, turn } = play({}, { hand: ['G3', 'Y3', 'RD'], plays: { pair: ['G3 Y3'], single: ['RD'] } });
    turn.moves.callWithPlay = true;
    turn.selection.choose(['RD']);
    await turn.moves.play();
    turn.moves.callWithPlay = true;
    turn.selection.choose(['G3', 'Y3']);
    await turn.moves.play();
    expect(line.done.map((one) => 'call' in one)).toEqual([false, true]);
  });

  test('does not pass where it may not', async () => {
    const { line, turn } = play();
    await turn.moves.pass();
    expect(line.done).toEqual([]);
  });

  test('explains with the words of the server', async () => {
    const { line, turn, complaints } = play();
    const error = { code: 'too_low', message: 'no', rule: 'R4.4', params: {} };
    line.answers['check'] = { type: 'checked', id: '', kind: 'pair', error };
    turn.selection.choose(['R7', 'G3']);
    await after(100);
    await turn.moves.play();
    expect(complaints).toMatchObject([{ facts: error }]);
    expect(line.done).toEqual([]);
  });

  test('a bot that stands in has the turn, not the player', () => {
    const { line, turn } = play();
    expect(turn.moves.myTurn).toBe(true);
    const seats = [{ ...seat('Ada'), stand_in: 'crane' }];
    line.show({ seq: 2, seats });
    expect(turn.moves.myTurn).toBe(false);
  });
});

describe('plans', () => {
  async function planned(what: 'cards' | 'pass') {
    const all = play(waiting, { plays: {} });
    all.line.answers['check'] = { type: 'checked', id: '', kind: 'single', error: null };
    all.turn.selection.choose(['RD']);
    await after(100);
    all.turn.plans.plan(what);
    return all;
  }

  test('what was planned is played when the turn comes, a moment later', async () => {
    const { line, turn } = await planned('cards');
    line.show({ seq: 2 });
    await after(400);
    expect(line.done).toEqual([]);
    await after(100);
    expect(line.done).toMatchObject([{ do: 'play', cards: ['RD'] }]);
    expect(turn.plans.planned).toBeNull();
  });

  test('what may not be played then is forgotten with a word', async () => {
    const { line, turn } = await planned('cards');
    line.show({ seq: 2 }, { plays: { single: ['R7'] } });
    await after(500);
    expect(line.done).toEqual([]);
    expect(turn.plans.planned).toBeNull();
    expect(toasts.shown.length).toBeGreaterThan(0);
  });

  test('a pass that was planned is made', async () => {
    const { line } = await planned('pass');
    line.show({ seq: 2 }, { may_pass: true });
    await after(500);
    expect(line.done).toMatchObject([{ do: 'pass' }]);
  });

  test('a plan does not outlive its round', async () => {
    const { line, turn } = await planned('pass');
    line.show({ seq: 2, match: match({ round: 2, turn: 1 }) });
    flushSync();
    expect(turn.plans.planned).toBeNull();
  });
});

describe('pass by itself', () => {
  const nothing: Partial<Own> = { plays: {}, may_pass: true };

  test('only for those who want it', async () => {
    const { line } = play({}, nothing);
    await after(10_000);
    expect(line.done).toEqual([]);
  });

  test('after a while when there is nothing to play', async () => {
    settings.set('autoPass', true);
    const { line, turn } = play({}, nothing);
    expect(turn.autoPass.at).toBeGreaterThan(performance.now() + 2_500);
    await after(5_300);
    expect(line.done).toMatchObject([{ do: 'pass' }]);
  });

  test('not for whoever would rather think, this time', async () => {
    settings.set('autoPass', true);
    const { line, turn } = play({}, nothing);
    turn.autoPass.stop();
    await after(10_000);
    expect(line.done).toEqual([]);
    expect(turn.autoPass.at).toBe(0);
  });

  test('not where there is something to play', async () => {
    settings.set('autoPass', true);
    const { line } = play({}, { may_pass: true });
    await after(10_000);
    expect(line.done).toEqual([]);
  });
});

describe('hints', () => {
  const plays = [
    { action: { play: ['G3', 'Y3'] }, points: 1, reasons: [] },
    { action: { pass: true }, points: 0, reasons: [] },
  ];

  test('chooses the best, then the next best, and asks once', async () => {
    const { line, turn } = play();
    line.answers['hint'] = { plays };
    await turn.hints.hint();
    expect(turn.selection.codes).toEqual(['G3', 'Y3']);
    expect(turn.hints.hinted).toEqual(['G3', 'Y3']);
    await turn.hints.hint();
    expect(turn.selection.codes).toEqual([]);
    expect(turn.hints.advised).not.toEqual([]);
    expect(line.asked.filter((one) => one.type === 'hint')).toHaveLength(1);
  });

  test('is asked for anew in another match, also at the same action', async () => {
    const { line, turn } = play();
    line.answers['hint'] = { plays };
    await turn.hints.hint();
    const { number } = match();
    line.show({ match: match({ number: number + 1 }) });
    flushSync();
    await turn.hints.hint();
    expect(line.asked.filter((one) => one.type === 'hint')).toHaveLength(2);
  });

  test('to pass is shown at the button that passes', async () => {
    const { line, turn } = play();
    line.answers['hint'] = { plays: plays.toReversed() };
    await turn.hints.hint();
    expect(turn.hints.passing).toBe(true);
    await turn.hints.hint();
    expect(turn.hints.passing).toBe(false);
  });

  test('is not asked for, nor complained about, while a move is on its way', async () => {
    const { line, turn, complaints } = play();
    turn.moves.sending = true;
    await turn.hints.hint();
    expect(line.asked.filter((one) => one.type === 'hint')).toEqual([]);
    turn.moves.sending = false;
    line.ask = () => Promise.reject(new Error('moved on'));
    const asked = turn.hints.hint();
    turn.moves.sending = true;
    await asked;
    expect(complaints).toEqual([]);
  });

  test('takes nothing from what was chosen while it was on its way', async () => {
    const { line, turn } = play();
    let answer = (_: unknown): void => undefined;
    line.ask = () => new Promise((resolve) => (answer = resolve)) as never;
    const asked = turn.hints.hint();
    turn.selection.choose(['R7']);
    answer({ plays });
    await asked;
    expect(turn.selection.codes).toEqual(['R7']);
    expect(turn.hints.advised).toEqual([]);
  });

  test('is forgotten with the next tap', async () => {
    const { line, turn } = play();
    line.answers['hint'] = { plays };
    await turn.hints.hint();
    turn.selection.toggle('RD#0');
    expect(turn.hints.advised).toEqual([]);
    expect(turn.hints.hinted).toBeNull();
  });

  test('is about one moment: after the next action it is about nothing, though it is still my turn', async () => {
    const { line, turn } = play();
    line.answers['hint'] = { plays };
    await turn.hints.hint();
    flushSync();
    expect(turn.hints.advised).not.toEqual([]);
    line.show({ seq: 2, match: match({ version: 8 }) });
    flushSync();
    expect(turn.hints.advised).toEqual([]);
  });

  test('arms the call of the last card where it is made by hand, and says a pass without an empty sentence', async () => {
    const { line, turn } = play(
      { options: { last_card: 'call' } },
      { hand: ['G3', 'G3', 'Y3'], plays: { pair: ['G3 Y3'] } },
    );
    const say = vi.spyOn(speech, 'say');
    line.answers['hint'] = { plays };
    await turn.hints.hint();
    expect(turn.moves.callWithPlay).toBe(true);
    await turn.hints.hint();
    expect(turn.moves.callWithPlay).toBe(false);
    expect(say).toHaveBeenLastCalledWith('Best to pass here.');
  });

  test('that comes after the table was left changes nothing and reads nothing', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    settings.set('sort', 'combinations');
    const { line, table, turn } = play();
    const say = vi.spyOn(speech, 'say').mockClear();
    line.answers['hint'] = { plays };
    line.answers['arrange'] = { groups: [['G3', 'Y3']] };
    const asked = turn.hints.hint();
    line.show({ seq: 2 }, { hand: ['G3', 'Y3'] });
    flushSync();
    table.close();
    stop();
    await asked;
    await after(100);
    expect(say).not.toHaveBeenCalled();
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  test('cards of an action', () => {
    expect(cardsOf({ play: ['G3'] })).toEqual(['G3']);
    expect(cardsOf({ give: 'RD' })).toEqual(['RD']);
    expect(cardsOf({ pass: true })).toEqual([]);
  });
});

describe('the pass button', () => {
  test('is the large one where nothing beats what lies there', () => {
    const { line, table, turn } = play({}, { may_pass: true });
    expect(onlyPassIsLeft(table, turn)).toBe(false);
    line.show({ seq: 2 }, { may_pass: true, plays: {} });
    flushSync();
    expect(onlyPassIsLeft(table, turn)).toBe(true);
    line.show({ seq: 3 }, { may_pass: true, plays: {}, must_give: true });
    flushSync();
    expect(onlyPassIsLeft(table, turn)).toBe(false);
    line.show({ seq: 4, ...waiting }, { may_pass: false, plays: {} });
    flushSync();
    expect(onlyPassIsLeft(table, turn)).toBe(false);
  });

  test('before the turn it plans a pass, and takes it back', () => {
    const { table, turn } = play(waiting, { may_pass: false, plays: {} });
    pressPass(table, turn);
    expect(turn.plans.planned).toBe('pass');
    pressPass(table, turn);
    expect(turn.plans.planned).toBeNull();
  });
});

describe('for ears', () => {
  const low = { code: 'too_low', message: 'no', rule: 'R4.4', params: {} };

  /** A player whose button is heard, and what was last said of it. */
  async function heard(table: Partial<Public> = {}, mine: Partial<Own> = {}) {
    const all = play(table, mine);
    speech.say('what others have said');
    await after(400);
    const made: SpokenButton[] = [];
    const button = () => speakingButton(all.table, all.turn);
    const ended = rooted(() => void made.push(new SpokenButton(all.turn, button)));
    const before = stop;
    stop = () => (ended(), before());
    const now = async () => (await after(400), speech.polite.trim());
    speech.polite = '';
    return { ...all, now, press: () => made[0]?.idle() };
  }

  test('what is chosen, and why it may not be played', async () => {
    const { line, turn, now } = await heard();
    expect(await now()).toBe('');
    turn.selection.choose(['G3', 'Y3']);
    expect(await now()).toBe('Play: Pair of 3s');
    line.answers['check'] = { type: 'checked', id: '', kind: 'single', error: low };
    turn.selection.choose(['RD', 'R7']);
    expect(await now()).toContain('Too low');
  });

  test('that it is only asked whether a play is meant, at once', async () => {
    settings.set('confirm', true);
    const { turn } = await heard();
    turn.selection.choose(['R7']);
    await turn.moves.play();
    flushSync();
    expect(speech.urgent).toBe('Sure? Red 7');
  });

  test('what is planned, and that it is no longer', async () => {
    const { line, turn, now } = await heard(waiting, { plays: {} });
    line.answers['check'] = { type: 'checked', id: '', kind: 'single', error: null };
    turn.selection.choose(['RD']);
    expect(await now()).toContain('Plan: Red dragon');
    turn.plans.plan('cards');
    expect(await now()).toContain('Planned: Red dragon');
    turn.plans.plan(null);
    expect(await now()).toContain('Plan: Red dragon');
    turn.plans.plan('pass');
    line.show({ seq: 2 });
    await after(500);
    expect(toasts.shown.at(-1)?.text).toContain('cannot pass');
  });

  test('that cards are to be chosen first, where the button has nothing to do', async () => {
    const { press, now } = await heard();
    press();
    expect(await now()).toBe('Choose cards');
  });
});

describe('the play button', () => {
  test('says what would be played', () => {
    const { table, turn } = play();
    expect(speakingButton(table, turn)).toMatchObject({ text: 'Choose cards', does: 'none' });
    turn.selection.choose(['G3', 'Y3']);
    expect(speakingButton(table, turn)).toMatchObject({ text: 'Play: Pair of 3s', does: 'play' });
  });

  test('never says yes to what the server has not listed', async () => {
    const { line, table, turn } = play();
    turn.selection.choose(['R7', 'G3']);
    expect(speakingButton(table, turn).does).toBe('none');
    const error = { code: 'not_a_combination', message: 'no', rule: 'R2', params: {} };
    line.answers['check'] = { type: 'checked', id: '', kind: null, error };
    await after(100);
    turn.selection.choose(['R7', 'G3']);
    await after(100);
    expect(speakingButton(table, turn)).toMatchObject({ does: 'explain', why: '' });
  });

  test('gives one card, to whom it is owed', () => {
    const exchange = { giver: 2, taker: 0, card: 'RD', back: null };
    const { table, turn } = play({ match: match({ phase: 'exchange', exchange }) }, { must_give: true });
    expect(speakingButton(table, turn).does).toBe('none');
    turn.selection.choose(['R7']);
    expect(speakingButton(table, turn)).toMatchObject({ does: 'give' });
    expect(speakingButton(table, turn).text).toContain('Bo');
  });

  test('before the turn it plans, and takes the plan back', async () => {
    const { line, table, turn } = play(waiting, { plays: {} });
    line.answers['check'] = { type: 'checked', id: '', kind: 'single', error: null };
    turn.selection.choose(['RD']);
    await after(100);
    expect(speakingButton(table, turn).does).toBe('plan');
    turn.plans.plan('cards');
    expect(speakingButton(table, turn).does).toBe('unplan');
  });
});
