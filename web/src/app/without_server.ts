import { pocket } from '../pocket/pocket.svelte.js';

/** What is about other people, or kept by a server. */
const ELSEWHERE = /^\/(account|boards|buddies|challenge|clubs?|leaderboard|lobby|people|thread)(\/|$)/;

/** Whether a page has anything to show to whoever plays without a server, or with one. */
export const isThere = (path: string): boolean => !pocket.serves(path) || !ELSEWHERE.test(path);
