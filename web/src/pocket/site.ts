/**
 * Where the application lies. At a server of ours that is the root, and every page has a path of its own. As a folder
 * of files (`gangoffour site`) it lies anywhere and has but one page: which of ours it shows is told after the question
 * mark, as in `…/gof/?/rules&lang=fr#R5`, so any file server carries it and a reload finds the way back.
 */
export const isSite = document.documentElement.dataset['site'] !== undefined;
export const home = isSite ? location.pathname.replace(/[^/]*$/, '') : '/';

/** A page of ours: its path, and what comes after it. */
export interface Place {
  path: string;
  search: string;
  hash: string;
}

type Address = Pick<URL, 'pathname' | 'search' | 'hash'>;

/** The page of ours that an address shows. */
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
