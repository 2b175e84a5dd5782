import { cardCodes, type CardCode } from '../../cards/card_code.js';

/** What is found in the plain text of a post. Nothing in it is markup: the text stays text, and we draw. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'cards'; text: string; cards: CardCode[] }
  | { kind: 'rule'; text: string }
  | { kind: 'match'; text: string; to: string; match: string; at: number | null; puzzle: boolean }
  | { kind: 'page'; text: string; to: string };

/** How this server is called: here, and by others. */
type Origins = readonly string[];

const CODE = '(?:[GYR](?:10|[1-9])|M1|GP|YP|RD)';
/** A red card alone reads like a rule's number: it is a card in brackets only. */
const ALONE = '(?:[GY](?:10|[1-9])|M1|GP|YP|RD)';
const PAGES = 'boards|thread|club|clubs|rules|table|t|p|people|summary|variants|strategy|learn';
const BEFORE = '(?<![\\p{L}\\p{N}_/.:#-])';
const AFTER = '(?![\\p{L}\\p{N}_])';
const known = new Set<string>(cardCodes);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function pattern(origins: Origins): RegExp {
  const here = `(?:${origins.map(escaped).join('|')})`;
  return new RegExp(
    [
      `(?<match>(?:${here}|${BEFORE})/match/(?<id>[A-Za-z0-9-]{1,48})(?<query>\\?[\\w=&%-]*)?)`,
      `(?<page>${here}(?<to>(?:/(?:${PAGES})(?:/[\\w-]*)*)?(?:\\?[\\w=&%-]*)?(?:#[\\w.-]*)?)(?![\\w.:@-]))`,
      `\\[(?<bracket>${CODE}(?:[ ,]+${CODE})*)\\]`,
      `${BEFORE}(?<run>${CODE}(?: ${CODE})+)${AFTER}`,
      `${BEFORE}(?<rule>R\\d(?:\\.\\d{1,2})?)${AFTER}`,
      `${BEFORE}(?<one>${ALONE})${AFTER}`,
    ].join('|'),
    'gu',
  );
}

/** A line cut into what is drawn and what is not. Only addresses of this very server become links. */
export function partsOf(text: string, origins: Origins): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const found of text.matchAll(pattern(origins))) {
    if (found.index > end) parts.push({ kind: 'text', text: text.slice(end, found.index) });
    parts.push(partOf(found[0], found.groups ?? {}));
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function partOf(text: string, groups: Record<string, string | undefined>): Part {
  const { id, query = '', page, to, rule } = groups;
  if (id) {
    const wanted = new URLSearchParams(query);
    const at = /^\d{1,5}$/.test(wanted.get('at') ?? '') ? Number(wanted.get('at')) : null;
    const puzzle = at !== null && wanted.has('puzzle');
    return { kind: 'match', text, to: `/match/${id}${query}`, match: id, at, puzzle };
  }
  if (page) return { kind: 'page', text: to || '/', to: to || '/' };
  if (rule) return { kind: 'rule', text };
  const cards = (groups.bracket ?? groups.run ?? groups.one ?? '').split(/[ ,]+/).filter((code) => known.has(code));
  return { kind: 'cards', text, cards: cards as CardCode[] };
}

const MOST = 3;

/** What is worth a small card under a text: the first few matches and rules in it, each once. */
export function shownBelow(
  text: string,
  origins: Origins,
): { matches: Extract<Part, { kind: 'match' }>[]; rules: string[] } {
  const parts = text.split('\n').flatMap((line) => partsOf(line, origins));
  const matches = new Map<string, Extract<Part, { kind: 'match' }>>();
  const rules = new Set<string>();
  for (const part of parts) {
    if (part.kind === 'match') matches.set(part.to, part);
    if (part.kind === 'rule') rules.add(part.text);
  }
  return { matches: [...matches.values()].slice(0, MOST), rules: [...rules].slice(0, MOST) };
}
