import type { Component } from 'svelte';

/** A page: its pattern (`/table/:id`), and how to load it. The parts of the path come as its `params`. */
export interface Route {
  path: string;
  load: () => Promise<{ default: Component<{ params: Record<string, string> }> | Component }>;
  /** A page that needs no live connection, and says nothing when it is lost. */
  alone?: boolean;
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
    if (want.startsWith(':')) found[want.slice(1)] = decodeURIComponent(part);
    else if (want !== part) return null;
  }
  return found;
}

class Router {
  path = $state(location.pathname);
  search = $state(location.search);
  hash = $state(location.hash);

  constructor() {
    addEventListener('popstate', () => this.#read());
    document.addEventListener('click', (event) => this.#clicked(event));
  }

  #read(): void {
    this.path = location.pathname;
    this.search = location.search;
    this.hash = location.hash;
  }

  /** Goes to a path of this application. The language stays in the address if it was there. */
  go(to: string, { replace = false } = {}): void {
    const url = new URL(to, location.href);
    const language = new URLSearchParams(location.search).get('lang');
    if (language && !url.searchParams.has('lang')) url.searchParams.set('lang', language);
    if (url.pathname === location.pathname && url.search === location.search && url.hash === location.hash) return;
    history[replace ? 'replaceState' : 'pushState'](null, '', url);
    const moved = this.path !== url.pathname;
    this.#read();
    if (moved && !url.hash) scrollTo(0, 0);
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
    if (/^\/(api|gallery|assets|icons)(\/|$)/.test(link.pathname)) return;
    event.preventDefault();
    this.go(link.href);
  }
}

export const router = new Router();
