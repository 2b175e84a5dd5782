/** What this device keeps: all score pads, in a versioned text that is checked when it is read back. */
import { check, type Line } from '../scoring/scoring.js';

export const FORMAT = 1;

/** A round being entered: where it will stand, and what has been tapped so far. */
export interface Draft {
  /** The place of its line; the one after the last is a new round. */
  at: number;
  left: (number | null)[];
  barred: number[];
  highest: number[];
}

/** A link to read along: its code, the secret to write with, and which change was sent last. */
export interface Share {
  code: string;
  secret: string;
  sent: number;
}

export interface Pad {
  id: string;
  edition: string;
  /** Going round the table to the right (R4.1). */
  names: string[];
  lines: Line[];
  draft: Draft;
  /** Grows with every change of names or lines. */
  changes: number;
  begun: number;
  share: Share | null;
}

export interface Shelf {
  format: typeof FORMAT;
  /** Grows with every tap; of two copies the higher one is the later. */
  revision: number;
  /** The pad in use. */
  open: string | null;
  pads: Pad[];
}

export const emptyShelf = (): Shelf => ({ format: FORMAT, revision: 0, open: null, pads: [] });
export const emptyDraft = (at: number, seats: number): Draft => ({
  at,
  left: Array<null>(seats).fill(null),
  barred: [],
  highest: [],
});

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200;
const isList = <T>(value: unknown, is: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.every(is);
const isLine = (value: unknown): value is Line =>
  isPlain(value) &&
  isList(value['left'], isWhole) &&
  isList(value['barred'], isWhole) &&
  isList(value['highest'], isWhole);
const isShare = (value: unknown): value is Share =>
  isPlain(value) && isText(value['code']) && isText(value['secret']) && isWhole(value['sent']);
const isTap = (value: unknown): value is number | null => value === null || isWhole(value);

function isDraft(value: unknown, lines: number, seats: number): value is Draft {
  if (!isPlain(value) || !isWhole(value['at']) || value['at'] > lines) return false;
  return (
    isList(value['left'], isTap) &&
    value['left'].length === seats &&
    isList(value['barred'], isWhole) &&
    isList(value['highest'], isWhole)
  );
}

/** A pad that the rules allow; a spoilt draft or link is left out, a spoilt sheet is no pad. */
function padIn(value: unknown): Pad | null {
  if (!isPlain(value)) return null;
  const { id, edition, names, lines, changes, begun, draft, share } = value;
  if (!isText(id) || !isText(edition) || !isList(names, isText)) return null;
  if (!isList(lines, isLine) || !isWhole(changes) || !isWhole(begun)) return null;
  if (check({ edition, names, lines })) return null;
  return {
    id,
    edition,
    names,
    lines,
    changes,
    begun,
    draft: isDraft(draft, lines.length, names.length) ? draft : emptyDraft(lines.length, names.length),
    share: isShare(share) ? share : null,
  };
}

/** Reads a shelf back; `whole` says whether everything in the text could be read. */
export function readShelf(text: string): { shelf: Shelf; whole: boolean } | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isPlain(value) || value['format'] !== FORMAT || !isWhole(value['revision']) || !Array.isArray(value['pads']))
    return null;
  const found = value['pads'].map(padIn);
  const pads = found.filter((pad) => pad !== null);
  const open = pads.some((pad) => pad.id === (value as Plain)['open']) ? String(value['open']) : null;
  return { shelf: { format: FORMAT, revision: value['revision'], open, pads }, whole: pads.length === found.length };
}
