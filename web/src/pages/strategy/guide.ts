/** The strategy guide as `docs/strategy/` has it in the reader's language, with the measured figures in it. */
import type { Language } from '../../app/language/languages.js';
import { filled, plotNumber } from './figures.js';

/** The sections in their order, by the names their addresses have. */
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
  'three',
  'command',
] as const;
export type Topic = (typeof topics)[number];

export type Part = { kind: 'text'; text: string } | { kind: 'plot'; drawing: string } | { kind: 'code'; text: string };

export interface Section {
  topic: Topic;
  title: string;
  summary: string;
  parts: Part[];
}

export interface Guide {
  title: string;
  lead: string;
  opening: Part[];
  sections: Section[];
}

type Words = Record<string, string>;
const texts = import.meta.glob<string>('../../../../docs/strategy/*.md', { query: '?raw', import: 'default' });
const words = import.meta.glob<Words>('../../../messages/strategy/*.json', { import: 'default' });
const plots = import.meta.glob<string>('../../../../docs/strategy/*.svg', { query: '?raw', import: 'default' });

/** A plot with its words and numbers in the reader's language. */
function translated(drawing: string, english: Words, here: Words, language: Language): string {
  const keys = new Map(Object.entries(english).map(([key, text]) => [text, key]));
  const said = (text: string): string => here[keys.get(text) ?? ''] ?? plotNumber(text, language);
  return drawing
    .replace(/(<text[^>]*>)([^<]*)/g, (_, tag: string, text: string) => tag + said(text))
    .replace(/aria-label="([^"]*)"/, (_, text: string) => `aria-label="${said(text)}"`);
}

async function partOf(chunk: string, draw: (name: string) => Promise<string>): Promise<Part> {
  const plot = /^!\[.*\]\((.+)\.svg\)$/.exec(chunk);
  if (plot) return { kind: 'plot', drawing: await draw(plot[1] ?? '') };
  if (chunk.startsWith('```')) return { kind: 'code', text: chunk.split('\n').slice(1, -1).join('\n') };
  return { kind: 'text', text: chunk.replaceAll('\n', ' ') };
}

const load = async <Kind>(files: Record<string, () => Promise<Kind>>, path: string): Promise<Kind> => {
  const file = files[path];
  if (!file) throw new Error(`no such text: ${path}`);
  return file();
};

export async function loadGuide(language: Language): Promise<Guide> {
  const [source, english, here] = await Promise.all([
    load(texts, `../../../../docs/strategy/${language}.md`),
    load(words, '../../../messages/strategy/en.json'),
    load(words, `../../../messages/strategy/${language}.json`),
  ]);
  const draw = async (name: string): Promise<string> =>
    translated(await load(plots, `../../../../docs/strategy/${name}.svg`), english, here, language);
  const chunks = filled(source, language)
    .split(/^#{1,2} /m)
    .slice(1)
    .map((section) => section.trim().split(/\n{2,}/));
  const sections = await Promise.all(
    chunks.slice(1).map(async ([title = '', ...rest], index) => {
      const bold = rest.find((chunk) => chunk.startsWith('**'));
      return {
        topic: topics[index] ?? 'command',
        title,
        summary: bold?.slice(2, -2) ?? '',
        parts: await Promise.all(rest.filter((chunk) => chunk !== bold).map((chunk) => partOf(chunk, draw))),
      };
    }),
  );
  const opening = await Promise.all((chunks[0] ?? []).slice(1).map((chunk) => partOf(chunk, draw)));
  return { title: here['title'] ?? '', lead: here['lead'] ?? '', opening, sections };
}

export interface Run {
  kind: 'text' | 'code' | 'rule';
  text: string;
}

/** Code and numbers of rules within a line; files of the source are named, not linked. */
export function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  for (const part of line.split(/(`[^`]+`|\bR\d(?:\.\d+)?\b)/)) {
    if (!part) continue;
    if (part.startsWith('`')) runs.push({ kind: 'code', text: part.slice(1, -1) });
    else if (/^R\d(?:\.\d+)?$/.test(part)) runs.push({ kind: 'rule', text: part });
    else runs.push({ kind: 'text', text: part });
  }
  return runs;
}
