import { m } from '../../paraglide/messages.js';

/** A way to play that a table can choose: the rule set's field, what changes, how to choose it, whose it is. */
export interface Variant {
  field: string;
  title: () => string;
  text: () => string;
  /** The option's answer that turns it on. */
  answer: () => string;
  from: () => string;
  /** Whether it stands among the house rules, not with the main options. */
  house: boolean;
  rule: string;
}

/** Every house variant; each field of the rule set that a table may set has one. */
export const variants: Variant[] = [
  {
    field: 'duty_to_block',
    title: () => m.rule_duty_to_block(),
    text: () => m.variant_duty_to_block(),
    answer: () => m.no(),
    from: () => m.variant_duty_to_block_from(),
    house: true,
    rule: 'R5.4',
  },
  {
    field: 'gang_must_block',
    title: () => `${m.rule_duty_to_block()} ${m.rule_gang_must_block()}`,
    text: () => m.variant_gang_must_block(),
    answer: () => m.yes(),
    from: () => m.variant_gang_must_block_from(),
    house: true,
    rule: 'R9',
  },
  {
    field: 'passed_may_return',
    title: () => m.rule_passed_may_return(),
    text: () => m.variant_passed_may_return(),
    answer: () => m.no(),
    from: () => m.variant_passed_may_return_from(),
    house: true,
    rule: 'R4.4',
  },
  {
    field: 'opening_limit',
    title: () => m.rule_opening_limit(),
    text: () => m.variant_opening_limit(),
    answer: () => m.rule_opening_any(),
    from: () => m.variant_opening_limit_from(),
    house: true,
    rule: 'R4.3',
  },
  {
    field: 'loser_tie',
    title: () => m.rule_loser_tie(),
    text: () => m.variant_loser_tie(),
    answer: () => m.rule_loser_tie_card(),
    from: () => m.variant_loser_tie_from(),
    house: true,
    rule: 'R6.3',
  },
  {
    field: 'barred_extra',
    title: () => m.rule_barred_extra(),
    text: () => m.variant_barred_extra(),
    answer: () => '1',
    from: () => m.variant_barred_extra_from(),
    house: true,
    rule: 'R5.2',
  },
  {
    field: 'look_back',
    title: () => m.option_look_back(),
    text: () => m.variant_look_back(),
    answer: () => m.yes(),
    from: () => m.variant_look_back_from(),
    house: true,
    rule: 'R4.7',
  },
  {
    field: 'last_card',
    title: () => m.option_last_card(),
    text: () => m.variant_last_card(),
    answer: () => m.last_card_by_hand(),
    from: () => m.variant_last_card_from(),
    house: false,
    rule: 'R5.1',
  },
  {
    field: 'target',
    title: () => m.option_target(),
    text: () => m.variant_target(),
    answer: () => '50',
    from: () => m.variant_target_from(),
    house: false,
    rule: 'R6.2',
  },
  {
    field: 'chinese_deal',
    title: () => m.option_chinese_deal(),
    text: () => m.variant_chinese_deal(),
    answer: () => m.yes(),
    from: () => m.variant_chinese_deal_from(),
    house: false,
    rule: 'R8',
  },
  {
    field: 'count_in_direction',
    title: () => m.rule_count_in_direction(),
    text: () => m.rule_count_in_direction_note(),
    answer: () => m.yes(),
    from: () => m.variant_gang_must_block_from(),
    house: true,
    rule: 'R8.1',
  },
];
