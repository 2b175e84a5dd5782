import { matched, type Route } from './router.svelte.js';

/** Every page of the application. Each is loaded when it is first visited; the table is the one that waits for nobody. */
export const routes: Route[] = [
  { path: '/', load: () => import('../pages/Front.svelte'), bare: true },
  { path: '/table/:id', load: () => import('../table/TablePage.svelte'), bare: true },
  { path: '/t/:code', load: () => import('../table/JoinPage.svelte'), bare: true },
  { path: '/new', load: () => import('../pages/NewTable.svelte'), bare: true },
  { path: '/lobby', load: () => import('../pages/Lobby.svelte'), bare: true },
  { path: '/matches', load: () => import('../pages/Matches.svelte'), bare: true },
  { path: '/match/:id', load: () => import('../pages/ReplayPage.svelte'), bare: true },
  { path: '/leaderboard', load: () => import('../pages/Leaderboard.svelte'), bare: true },
  { path: '/people/:who', load: () => import('../pages/Profile.svelte'), bare: true },
  { path: '/buddies', load: () => import('../pages/Buddies.svelte'), bare: true },
  { path: '/learn', load: () => import('../lessons/Learn.svelte'), bare: true },
  { path: '/learn/:lesson', load: () => import('../lessons/LessonPage.svelte'), bare: true },
  { path: '/rules', load: () => import('../pages/Rules.svelte'), bare: true },
  { path: '/summary', load: () => import('../pages/Summary.svelte'), bare: true },
  { path: '/pad', load: () => import('../pad/PadPage.svelte'), bare: true, alone: true },
  { path: '/p/:code', load: () => import('../pad/WatchPage.svelte'), bare: true, alone: true },
  { path: '/deal', load: () => import('../pad/DealPage.svelte'), bare: true, alone: true },
  { path: '/strategy', load: () => import('../pages/Strategy.svelte'), bare: true },
  { path: '/settings', load: () => import('../pages/Settings.svelte'), bare: true },
  { path: '/account', load: () => import('../pages/Account.svelte'), bare: true },
  { path: '/about', load: () => import('../pages/About.svelte'), bare: true },
];

export const missing: Route = { path: '*', load: () => import('../pages/Missing.svelte'), bare: true };

/** The page at a path, and the parts of the path that it is told. */
export function routeOf(path: string): { route: Route; params: Record<string, string> } {
  for (const route of routes) {
    const params = matched(route.path, path);
    if (params) return { route, params };
  }
  return { route: missing, params: {} };
}
