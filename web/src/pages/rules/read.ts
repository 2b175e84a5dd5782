/** The numbered rules as they are written in `docs/rules.md`, read into blocks a page can show. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: string[]; rows: string[][] };

const cells = (line: string): string[] => line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());

/** Blank lines separate blocks; anchors `<a id="R1.2"></a>` name the heading that follows. */
export function readRules(markdown: string): Block[] {
  const blocks: Block[] = [];
  let id = '';
  for (const chunk of markdown.replace(/\r/g, '').split(/\n{2,}/)) {
    const text = chunk.trim();
    const anchor = /^<a id="([^"]+)"><\/a>$/.exec(text);
    const heading = /^(#{1,3}) (.+)$/.exec(text);
    if (anchor) id = anchor[1] ?? '';
    else if (heading?.[1] === '#' || !text) continue;
    else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1] === '##' ? 2 : 3, id, text: heading[2] ?? '' });
      id = '';
    } else blocks.push(blockOf(text));
  }
  return blocks;
}

function blockOf(text: string): Block {
  const lines = text.split('\n');
  if (text.startsWith('```')) return { kind: 'code', text: lines.slice(1, -1).join('\n') };
  if (text.startsWith('|')) {
    const [head, , ...rows] = lines;
    return { kind: 'table', head: cells(head ?? ''), rows: rows.map(cells) };
  }
  const item = /^(?:[-*]|\d+\.) /;
  if (item.test(text)) {
    const items: string[] = [];
    for (const line of lines) {
      if (item.test(line)) items.push(line.replace(item, ''));
      else items[items.length - 1] += ` ${line.trim()}`;
    }
    return { kind: 'list', ordered: /^\d/.test(text), items };
  }
  return { kind: 'paragraph', text: lines.join(' ') };
}

export interface Run {
  kind: 'text' | 'code' | 'strong' | 'em' | 'rule';
  text: string;
}

/** Code, bold and slanted words within a line; numbers of rules become links. */
export function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  for (const part of line.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\bR\d(?:\.\d+)?\b)/)) {
    if (!part) continue;
    if (part.startsWith('`')) runs.push({ kind: 'code', text: part.slice(1, -1) });
    else if (part.startsWith('**')) runs.push({ kind: 'strong', text: part.slice(2, -2) });
    else if (part.startsWith('*') && part.length > 2) runs.push({ kind: 'em', text: part.slice(1, -1) });
    else if (/^R\d(?:\.\d+)?$/.test(part)) runs.push({ kind: 'rule', text: part });
    else runs.push({ kind: 'text', text: part });
  }
  return runs;
}
