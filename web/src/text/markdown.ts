/** Texts written in a little Markdown, read into blocks a page can show. */
export interface Table {
  kind: 'table';
  head: string[];
  rows: string[][];
}
export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | Table;

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Blank lines separate blocks; an anchor `<a id="R1.2"></a>` names the heading that follows. The title is left out. */
export function readMarkdown(markdown: string): Block[] {
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
  if (text.startsWith('|')) {
    const [head, , ...rows] = lines;
    return { kind: 'table', head: cells(head ?? ''), rows: rows.map(cells) };
  }
  if (text.startsWith('- ')) {
    const items: string[] = [];
    for (const line of lines) {
      if (line.startsWith('- ')) items.push(line.slice(2));
      else items[items.length - 1] += ` ${line.trim()}`;
    }
    return { kind: 'list', items };
  }
  return { kind: 'paragraph', text: lines.join(' ') };
}

export interface Run {
  kind: 'text' | 'code' | 'strong' | 'em' | 'rule' | 'link';
  text: string;
  /** Where a link leads. */
  to?: string;
}

/** Code, bold and slanted words and links within a line; numbers of rules become links too. */
export function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  for (const part of line.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\)|\bR\d(?:\.\d+)?\b)/)) {
    if (!part) continue;
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    if (part.startsWith('`')) runs.push({ kind: 'code', text: part.slice(1, -1) });
    else if (part.startsWith('**')) runs.push({ kind: 'strong', text: part.slice(2, -2) });
    else if (part.startsWith('*') && part.length > 2) runs.push({ kind: 'em', text: part.slice(1, -1) });
    else if (link) runs.push({ kind: 'link', text: link[1] ?? '', to: link[2] ?? '' });
    else if (/^R\d(?:\.\d+)?$/.test(part)) runs.push({ kind: 'rule', text: part });
    else runs.push({ kind: 'text', text: part });
  }
  return runs;
}

/** What a block says, without its marks. */
export function plainText(block: Block): string {
  const lines =
    block.kind === 'list' ? block.items : block.kind === 'table' ? [block.head, ...block.rows].flat() : [block.text];
  return lines
    .map((line) =>
      runsOf(line)
        .map((run) => run.text)
        .join(''),
    )
    .join(' ');
}
