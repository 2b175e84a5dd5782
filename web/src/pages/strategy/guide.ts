/** The strategy guide as `docs/strategy.md` has it, its sections named by what the messages call them. */
import source from '../../../../docs/strategy.md?raw';

export const topics = [
  'points',
  'next',
  'leading',
  'gangs',
  'cards',
  'breaking',
  'giving',
  'last',
  'seats',
  'match',
] as const;
export type Topic = (typeof topics)[number];

export type Part = { kind: 'text'; text: string } | { kind: 'plot'; name: string } | { kind: 'code'; text: string };

export interface Guide {
  opening: Part[];
  sections: { topic: Topic; parts: Part[] }[];
  closing: Part[];
}

function partOf(chunk: string): Part {
  const plot = /^!\[.+\]\(strategy\/(.+)\.svg\)$/.exec(chunk);
  if (plot) return { kind: 'plot', name: plot[1] ?? '' };
  if (chunk.startsWith('```')) return { kind: 'code', text: chunk.split('\n').slice(1, -1).join('\n') };
  return {
    kind: 'text',
    text: chunk.replaceAll('\n', ' ').replace(/ (?=%)| ± /g, (gap) => gap.replaceAll(' ', '\u00a0')),
  };
}

/** The bold line that begins a section is left out: the page says it in the reader's language. */
function partsOf(text: string): Part[] {
  return text
    .split(/\n{2,}/)
    .map((chunk) => chunk.trim())
    .filter((chunk) => chunk && !chunk.startsWith('**'))
    .map(partOf);
}

export function readGuide(): Guide {
  const [opening = '', ...rest] = source
    .replace(/<!--.*?-->/g, '')
    .split(/^#{1,2} .+$/m)
    .slice(1);
  return {
    opening: partsOf(opening),
    sections: topics.map((topic, index) => ({ topic, parts: partsOf(rest[index] ?? '') })),
    closing: partsOf(rest[topics.length] ?? ''),
  };
}

export interface Run {
  kind: 'text' | 'code' | 'rule';
  text: string;
}

/** Code and numbers of rules within a line; files of the source are named, not linked. */
export function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  for (const part of line.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\)|\bR\d(?:\.\d+)?\b)/)) {
    if (!part) continue;
    if (part.startsWith('`')) runs.push({ kind: 'code', text: part.slice(1, -1) });
    else if (part.startsWith('[')) runs.push({ kind: 'code', text: part.slice(1, part.indexOf(']')) });
    else if (/^R\d(?:\.\d+)?$/.test(part)) runs.push({ kind: 'rule', text: part });
    else runs.push({ kind: 'text', text: part });
  }
  return runs;
}
