/** The pocket's files, told by the build (`vite.config.ts`): the folder that they lie in, and their sizes in bytes. */
declare const __POCKET__: { folder: string; files: Record<string, number>; later: Record<string, number> };

/** Beside the worker, wherever that lies; while one works on it, where the build says. */
export const pocketFolder = import.meta.env.PROD
  ? new URL(__POCKET__.folder.replace('/assets', '.'), import.meta.url).href
  : __POCKET__.folder;
export const pocketFiles = __POCKET__.files;
/** Loaded when they are wanted: weights when a bot that plays by them sits down, Python's sources where needed. */
export const laterFiles = __POCKET__.later;
const sum = (bytes: number[]): number => bytes.reduce((before, one) => before + one, 0);
export const pocketBytes = sum(Object.values(pocketFiles));
/** What is on this device in the end, so that no network is needed: with the weights of every level. */
export const keptBytes =
  pocketBytes + sum(Object.entries(laterFiles).flatMap(([name, bytes]) => (name.endsWith('.bin') ? [bytes] : [])));
