import { m } from '../../paraglide/messages.js';
import type { ClubMember } from '../../wire/types.js';

export type Role = ClubMember['role'];

const names: Record<Role, () => string> = {
  owner: () => m.club_role_owner(),
  host: () => m.club_role_host(),
  member: () => m.club_role_member(),
  asked: () => m.club_role_asked(),
  banned: () => m.club_role_banned(),
};
export const roleName = (role: Role): string => names[role]();

export interface Act {
  label: string;
  /** What somebody becomes; nothing if they are taken out. */
  role: Exclude<Role, 'asked'> | null;
  /** What it comes to, where it is asked about first: it cannot be undone, or takes something from somebody. */
  sure?: (words: { name: string }) => string;
}

const keepOut = (): Act => ({ label: m.club_keep_out(), role: 'banned', sure: m.club_keep_out_sure });

/** What somebody who looks after a club may do about somebody in it; the server decides in the end. */
export function actsOn(mine: Role | null, theirs: Role): Act[] {
  const owner = mine === 'owner';
  if ((!owner && mine !== 'host') || theirs === 'owner' || (theirs === 'host' && !owner)) return [];
  if (theirs === 'asked')
    return [{ label: m.club_accept(), role: 'member' }, { label: m.club_decline(), role: null }, keepOut()];
  if (theirs === 'banned') return [{ label: m.club_remove(), role: null }];
  return [
    ...(owner && theirs === 'member' ? [{ label: m.club_make_host(), role: 'host' } as const] : []),
    ...(theirs === 'host' ? [{ label: m.club_make_member(), role: 'member' } as const] : []),
    { label: m.club_remove(), role: null, sure: m.club_remove_sure },
    keepOut(),
    ...(owner ? [{ label: m.club_hand_over(), role: 'owner', sure: m.club_hand_over_sure } as const] : []),
  ];
}
