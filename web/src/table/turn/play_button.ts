import { m } from '../../paraglide/messages.js';
import { cardName, withCardNames } from '../../cards/card_name.js';
import type { CardCode } from '../../cards/card_code.js';
import type { Error as Facts } from '../../wire/types.js';
import type { Turn } from './turn.svelte.js';
import { playName } from '../../game/play_name.js';
import type { LiveTable } from '../live/live_table.svelte.js';
import { seatName } from '../../game/seat_name.js';

/** What the play button says, and whether it means it. */
export interface Speaking {
  text: string;
  /** Why not, in a few words. */
  why: string;
  does: 'play' | 'confirm' | 'give' | 'plan' | 'unplan' | 'explain' | 'none';
}

const short: Record<string, (facts: Facts) => string> = {
  not_a_combination: () => m.why_not_a_combination(),
  wrong_size: ({ params }) => m.why_wrong_size({ count: Number(params['needed'] ?? 0) }),
  too_low: () => m.why_too_low(),
  same_combination: () => m.why_same(),
  gang_too_low: () => m.why_gang_too_low(),
  opening_needs_m1: () => m.why_needs_m1(),
  opening_too_large: ({ params }) => m.why_too_large({ count: Number(params['limit'] ?? 5) }),
  must_block_highest: ({ params }) => m.why_block_highest({ card: withCardNames(params['card']) }),
  must_block_gang: () => m.why_block_gang(),
  must_lead_several: () => m.why_lead_several(),
  must_lead_highest: ({ params }) => m.why_block_highest({ card: withCardNames(params['card']) }),
};

/** The button for this moment. It never says yes to what the server has not said yes to. */
export function speakingButton(table: LiveTable, turn: Turn): Speaking {
  const { public: now, own } = table;
  const match = now?.match;
  if (!now || !own || !match || turn.moves.stoodIn) return { text: m.action_play(), why: '', does: 'none' };
  if (own.must_give) {
    const [card] = turn.selection.codes;
    const to = seatName(now, match.exchange?.giver ?? 0);
    if (turn.selection.codes.length !== 1 || !card)
      return { text: m.action_give_choose({ name: to }), why: '', does: 'none' };
    return { text: m.action_give({ card: cardName(card as CardCode), name: to }), why: '', does: 'give' };
  }
  if (turn.plans.planned) {
    const pass = turn.plans.kept ? m.action_pass_trick() : m.action_pass();
    const what = turn.plans.planned === 'pass' ? pass : playName(turn.plans.planned.kind, turn.plans.planned.cards);
    return { text: m.action_planned({ play: what }), why: m.action_unplan(), does: 'unplan' };
  }
  const { checked } = turn.selection;
  if (!turn.selection.codes.length)
    return { text: turn.moves.myTurn ? m.action_choose() : m.action_play(), why: '', does: 'none' };
  if (turn.moves.myTurn) {
    const exact = turn.selection.exact;
    if (exact) {
      const play = playName(exact.kind, exact.cards);
      return turn.moves.confirming
        ? { text: m.action_confirm({ play }), why: '', does: 'confirm' }
        : { text: m.action_play_what({ play }), why: '', does: 'play' };
    }
    if (!checked?.error) return { text: m.action_play(), why: '…', does: 'none' };
    const why = short[checked.error.code]?.(checked.error) ?? m.why_not_now();
    return {
      text: checked.kind ? playName(checked.kind, turn.selection.codes) : why,
      why: checked.kind ? why : '',
      does: 'explain',
    };
  }
  if (checked?.kind && now.phase === 'playing')
    return {
      text: m.action_plan({ play: playName(checked.kind, turn.selection.codes) }),
      why: m.action_plan_note(),
      does: 'plan',
    };
  if (checked) return { text: m.why_not_a_combination(), why: '', does: 'none' };
  return { text: m.action_play(), why: '', does: 'none' };
}
