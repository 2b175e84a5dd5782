import { m } from '../../paraglide/messages.js';
import type { BoardLine, Place } from '../../wire/types.js';
import type { IconName } from '../../icons/shapes.js';

interface Words {
  name: () => string;
  note: () => string;
  icon: IconName;
}

/** The server's own boards; a club's has the club's name. */
const own: Record<string, Words> = {
  rules: { name: () => m.board_rules(), note: () => m.board_rules_note(), icon: 'info' },
  strategy: { name: () => m.board_strategy(), note: () => m.board_strategy_note(), icon: 'hint' },
  players: { name: () => m.board_players(), note: () => m.board_players_note(), icon: 'people' },
};

export const boardName = (board: BoardLine | (Place & { id?: string })): string =>
  board.name || own['board' in board ? board.board : board.id]?.name() || '';
export const boardNote = (id: string): string => own[id]?.note() ?? '';
export const boardIcon = (id: string): IconName => own[id]?.icon ?? 'star';

/** An id that nobody else makes: what is sent again with it is stored once. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
