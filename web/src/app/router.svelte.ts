import type { Component } from 'svelte';
import { addressOf, placeAt } from '../pocket/page_address.js';
import { pocket } from '../pocket/pocket.svelte.js';
import { home, isSite } from '../pocket/site.js';

/** A page: its pattern (`/table/:id`), and how to load it. The parts of the path come as its `params`. */
export interface Route {
  path: string;
  load: () => Promise<{ default: Component<{ params: Record<string, string> }> | Component }>;
  /** A page that needs no live connection, and says nothing when it is lost. */
  alone?: boolean;
  /** A page that says only what is in the words of the table. */
  brief?: boolean;
}

/** A part of a path as it is meant; what nobody can have meant stays as it is written. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The parts of a path that match a pattern, or null. */
export function matched(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const parts = path.replace(/\/+$/, '').split('/');
  if (pattern === '/') return parts.length <= 1 ? {} : null;
  if (wanted.length !== parts.length) return null;
  const found: Record<string, string> = {};
  for (const [i, want] of wanted.entries()) {
    const part = parts[i] ?? '';
    if (want.startsWith(':')) found[want.slice(1)] = decoded(part);
    else if (want !== part) return null;
  }
  return found;
}

/** The page of ours that a link to its path means. */
const meant = ({ pathname: path, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>) => ({ path, search, hash });

class Router {
  path = $state('/');
  search = $state('');
  hash = $state('');

  constructor() {
    this.#read();
    addEventListener('popstate', () => {
      if (this.#servedElsewhere(placeAt(location).path)) location.reload();
      else this.#read();
    });
    document.addEventListener('click', (event) => this.#clicked(event));
    // Whoever opens a link elsewhere needs its whole address.
    if (isSite) document.addEventListener('pointerdown', (event) => this.#spellOut(event), true);
  }

  /** Between the server and this device a page is loaded anew, so that nothing of the one stays with the other. */
  #servedElsewhere(path: string): boolean {
    return pocket.serves(path) !== pocket.inUse;
  }

  #read(): void {
    ({ path: this.path, search: this.search, hash: this.hash } = placeAt(location));
  }

  /** Goes to a path of this application. The language stays in the address if it was there. */
  go(to: string, { replace = false } = {}): void {
    const url = new URL(to, `${location.origin}${this.path}${this.search}`);
    const language = new URLSearchParams(this.search).get('lang');
    if (language && !url.searchParams.has('lang')) url.searchParams.set('lang', language);
    const moved = this.path !== url.pathname;
    if (!moved && url.search === this.search && url.hash === this.hash) return;
    if (this.#servedElsewhere(url.pathname)) return location[replace ? 'replace' : 'assign'](addressOf(meant(url)));
    history[replace ? 'replaceState' : 'pushState'](null, '', addressOf(meant(url)));
    this.#read();
    if (moved && !url.hash) scrollTo(0, 0);
  }

  #spellOut(event: Event): void {
    const link = (event.target as Element | null)?.closest('a');
    if (link && link.origin === location.origin && !link.pathname.startsWith(home)) link.href = addressOf(meant(link));
  }

  /** Plain links work as links; those to our own pages do not reload. */
  #clicked(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (/^\/(api|docs|gallery|assets|icons)(\/|$)/.test(link.pathname)) return;
    event.preventDefault();
    const { path, search, hash } = link.pathname === home ? placeAt(link) : meant(link);
    this.go(`${path}${search}${hash}`);
  }
}

export const router = new Router();
