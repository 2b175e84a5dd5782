import { withAllWords } from './app/language/messages.js';
import { matched, type Route } from './app/router.svelte.js';
import { DEAL_PATH } from './pocket/pocket.svelte.js';

/** Every page of the application. Each is loaded when it is first visited. */
export const routes: Route[] = [
  { path: '/', load: () => import('./pages/front/FrontPage.svelte') },
  { path: '/table/:id', load: () => import('./table/TablePage.svelte'), brief: true },
  { path: '/t/:code', load: () => import('./table/JoinPage.svelte'), brief: true },
  { path: '/new', load: () => import('./pages/new_table/NewTablePage.svelte') },
  { path: '/together', load: () => import('./pages/together/TogetherPage.svelte') },
  { path: DEAL_PATH, load: () => import('./pages/together/DealingPage.svelte') },
  { path: '/lobby', load: () => import('./pages/lobby/LobbyPage.svelte') },
  { path: '/matches', load: () => import('./pages/matches/MatchesPage.svelte') },
  { path: '/match/:id', load: () => import('./pages/replay/ReplayPage.svelte') },
  { path: '/open', load: () => import('./pages/replay/OpenPage.svelte') },
  { path: '/leaderboard', load: () => import('./pages/people/LeaderboardPage.svelte') },
  { path: '/people/:who', load: () => import('./pages/people/ProfilePage.svelte') },
  { path: '/buddies', load: () => import('./pages/people/BuddiesPage.svelte') },
  { path: '/boards', load: () => import('./pages/boards/BoardsPage.svelte') },
  { path: '/boards/:board', load: () => import('./pages/boards/BoardPage.svelte') },
  { path: '/thread/:id', load: () => import('./pages/boards/ThreadPage.svelte') },
  { path: '/clubs', load: () => import('./pages/clubs/ClubsPage.svelte') },
  { path: '/club/:id', load: () => import('./pages/clubs/ClubPage.svelte') },
  { path: '/daily', load: () => import('./daily/DailyPage.svelte') },
  { path: '/daily/:day', load: () => import('./daily/DailyPage.svelte') },
  { path: '/challenge/:id', load: () => import('./daily/ChallengePage.svelte') },
  { path: '/learn', load: () => import('./lessons/LearnPage.svelte') },
  { path: '/learn/:lesson', load: () => import('./lessons/LessonPage.svelte') },
  { path: '/rules', load: () => import('./pages/rules/RulesPage.svelte') },
  { path: '/variants', load: () => import('./pages/variants/VariantsPage.svelte') },
  { path: '/summary', load: () => import('./pages/summary/SummaryPage.svelte') },
  { path: '/pad', load: () => import('./pad/PadPage.svelte'), alone: true },
  { path: '/pad/blank', load: () => import('./pad/sheet/BlankPage.svelte') },
  { path: '/p/:code', load: () => import('./pad/share/WatchPage.svelte'), alone: true },
  { path: '/deal', load: () => import('./pad/deal/DealPage.svelte'), alone: true },
  { path: '/strategy', load: () => import('./pages/strategy/StrategyPage.svelte') },
  { path: '/settings', load: () => import('./pages/settings/SettingsPage.svelte') },
  { path: '/nudge/:what/:code', load: () => import('./pages/settings/NudgePage.svelte') },
  { path: '/account', load: () => import('./pages/account/AccountPage.svelte') },
  { path: '/fair', load: () => import('./pages/fair/FairPage.svelte') },
  { path: '/about', load: () => import('./pages/about/AboutPage.svelte') },
];

export const missing: Route = { path: '*', load: () => import('./app/frame/MissingPage.svelte') };

/** The page at a path, and the parts of the path that it is told. */
export function routeOf(path: string): { route: Route; params: Record<string, string> } {
  for (const route of routes) {
    const params = matched(route.path, path);
    if (params) return { route, params };
  }
  return { route: missing, params: {} };
}

/** A page, with the words that it says. */
export const pageOf = (route: Route): ReturnType<Route['load']> =>
  route.brief ? route.load() : withAllWords(route.load());
