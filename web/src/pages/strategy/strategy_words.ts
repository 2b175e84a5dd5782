/** Titles and summaries of the guide, loaded with the page in one language, with the measured figures in them. */
import figures from '../../../../docs/strategy/figures.json';
import type { Language } from '../../app/language/languages.js';
import type { Topic } from './guide.js';

type Texts = Record<string, string>;
const files = import.meta.glob<Texts>('../../../messages/strategy/*.json', { import: 'default' });

export interface Words {
  title: string;
  lead: string;
  english: string;
  command: string;
  heading(topic: Topic): string;
  summary(topic: Topic): string;
}

interface Figure {
  mean: number;
}

/** What each summary has blanks for, in the reader's way to write numbers. */
function blanks(language: Language): Record<Topic, Texts> {
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const plain = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const sign = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const share = (one: Figure): string => percent.format(one.mean).replace(/\s/g, '\u00a0');
  const cost = (one: Figure): string => plain.format(-one.mean);
  const signed = (one: Figure): string => sign.format(one.mean).replace('-', '−');
  const { cards_left, places, habits, leads, cards, exchange, down_to } = figures;
  return {
    points: { hands: share(cards_left.eight_or_more.hands), points: share(cards_left.eight_or_more.points) },
    next: { later: share(places.first_out.second_round), first: share(places.first_out.first_round) },
    leading: { cost: cost(habits.leads_low), five: share(leads['12_to_16'].five) },
    gangs: { late: cost(habits.hoards_gangs), early: cost(habits.hurries_gangs) },
    cards: { dragon: signed(cards.dragon), ten: signed(cards[10]), phoenix: signed(cards.phoenix) },
    breaking: { unbroken: cost(habits.never_breaks), unpassed: cost(habits.never_passes) },
    giving: { cost: cost(habits.gives_lowest), lone: share(exchange.gives_a_lone_card) },
    last: { one: share(down_to[1]), two: share(down_to[2]) },
    seats: { next: signed(places.second_round.next), last: signed(places.second_round.last) },
    match: { share: share(habits.for_the_round) },
  };
}

export async function loadWords(language: Language): Promise<Words> {
  const texts = (await files[`../../../messages/strategy/${language}.json`]?.()) ?? {};
  const filled = blanks(language);
  const text = (key: string): string => texts[key] ?? '';
  return {
    title: text('title'),
    lead: text('lead'),
    english: text('english'),
    command: text('command'),
    heading: (topic) => text(`${topic}_title`),
    summary: (topic) => text(topic).replace(/\{(\w+)\}/g, (_, name: string) => filled[topic][name] ?? ''),
  };
}
