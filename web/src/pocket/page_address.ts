import { home, isSite } from './site.js';

/** A page of ours: its path, and what comes after it. */
export interface Place {
  path: string;
  search: string;
  hash: string;
}

type Address = Pick<URL, 'pathname' | 'search' | 'hash'>;

/**
 * The page of ours that an address shows. At a server of ours it has a path of its own; in a folder of files there is
 * but one page, and which of ours it shows is told after the question mark, as in `…/gof/?/rules&lang=fr#R5`, so any
 * file server carries it and a reload finds the way back.
 */
export function placeAt({ pathname, search, hash }: Address, at = isSite): Place {
  if (!at) return { path: pathname, search, hash };
  const [first = '', ...rest] = search.slice(1).split('&');
  const path = decodeURIComponent(first).replace(/=$/, ''); // written so by whoever changes another part
  if (!path.startsWith('/')) return { path: '/', search, hash };
  return { path, search: rest.length ? `?${rest.join('&')}` : '', hash };
}

/** The address of a page of ours. */
export function addressOf({ path, search, hash }: Place, at = isSite, root = home): string {
  if (!at) return `${path}${search}${hash}`;
  if (path === '/') return `${root}${search}${hash}`;
  return `${root}?${path}${search.replace(/^\?/, '&')}${hash}`;
}
