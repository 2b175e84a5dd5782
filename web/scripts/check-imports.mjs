// Checks which module imports which: no circle, and nothing imports from a room above its own; and that no room is
// crowded. `npm run imports`.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import typescript from 'typescript';

/**
 * The rooms of `src`, the lowest first. A module may import from its own room and from rooms further down; rooms on
 * one line do not know each other. Every folder with modules in it has its place here.
 */
export const LAYERS = [
  ['brand', 'cards', 'icons', 'pocket', 'style'],
  ['wire'],
  ['app/language', 'faces'],
  ['app', 'text'],
  ['app/loading', 'app/signals'],
  ['app/frame', 'app/sharing', 'game'],
  ['options'],
  ['rulebook'],
  ['rulebook/summary', 'table/live'],
  ['table/chat', 'table/trick'],
  ['table/scores', 'table/seats', 'table/waiting_room'],
  ['table/turn'],
  ['table/hand'],
  ['table'],
  ['daily', 'lessons', 'pad/scoring'],
  ['pad/storage'],
  ['pad/setup', 'pad/sheet'],
  ['pad/deal', 'pad/share'],
  ['pad'],
  ['pages/matches', 'pages/replay/player', 'pages/rules/pictures', 'pages/start'],
  ['pages/lobby', 'pages/replay/review'],
  [
    'pages/about',
    'pages/account',
    'pages/boards',
    'pages/clubs',
    'pages/fair',
    'pages/front',
    'pages/new_table',
    'pages/people',
    'pages/replay',
    'pages/rules',
    'pages/settings',
    'pages/strategy',
    'pages/summary',
    'pages/together',
    'pages/variants',
  ],
  ['.', 'gallery'],
];

/** A component's scripts; comments, which may name one, come first. */
const SCRIPT = /<!--[^]*?-->|<script\b[^>]*>([^]*?)<\/script>/g;

/** What a module imports from its own source, types included. */
function importsOf(path, text) {
  const scripts = [];
  if (path.endsWith('.svelte')) {
    const markup = text.replace(SCRIPT, (_, script) => {
      if (script) scripts.push(script);
      return '';
    });
    // Imports within the markup, such as {#await import('…')}.
    scripts.push(...[...markup.matchAll(/\bimport\('[^']+'\)/g)].map((found) => `${found[0]};`));
  } else scripts.push(text);
  return scripts
    .flatMap((script) => typescript.preProcessFile(script, true, true).importedFiles.map((one) => one.fileName))
    .filter((name) => name.startsWith('.'));
}

/** Every module below a folder with the modules it imports, by paths from there. */
export function readImports(root) {
  const files = readdirSync(root, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter(
      (name) => /\.(ts|js|svelte)$/.test(name) && !name.startsWith('paraglide/') && statSync(join(root, name)).isFile(),
    );
  const graph = new Map();
  for (const file of files) {
    const found = importsOf(file, readFileSync(join(root, file), 'utf8')).map((name) => {
      const path = posix.normalize(posix.join(posix.dirname(file), name));
      return path.endsWith('.js') && !files.includes(path) ? path.replace(/\.js$/, '.ts') : path;
    });
    graph.set(
      file,
      found.filter((path) => /\.(ts|js|svelte)$/.test(path) && !path.startsWith('paraglide/')),
    );
  }
  return graph;
}

/** Imports that lead up, sideways or nowhere, as sentences. */
export function wrongWays(graph, layers = LAYERS) {
  const floor = new Map(layers.flatMap((rooms, height) => rooms.map((room) => [room, height])));
  const wrong = [];
  for (const [file, imports] of graph) {
    const room = dirname(file);
    if (!floor.has(room)) wrong.push(`${file}: its room ${room} has no place in the layers`);
    for (const to of imports) {
      const other = dirname(normalize(to));
      if (!graph.has(to)) wrong.push(`${file}: there is no ${to}`);
      else if (room !== other && floor.get(other) >= floor.get(room))
        wrong.push(`${file} imports ${to}, which is not below it`);
    }
  }
  return wrong;
}

/** So many modules may lie beside each other; more are rooms that have not been named yet. */
const MOST_MODULES = 20;

/** Rooms with too many modules, as sentences. */
export function crowdsIn(graph) {
  const rooms = new Map();
  for (const file of graph.keys()) rooms.set(dirname(file), (rooms.get(dirname(file)) ?? 0) + 1);
  return [...rooms]
    .filter(([, count]) => count > MOST_MODULES)
    .map(([room, count]) => `${room} has ${count} modules beside each other, more than ${MOST_MODULES}`);
}

/** The circles, each once, as the modules on the way round; that a component names itself is none. */
export function circlesIn(graph) {
  const done = new Set();
  const circles = new Map();
  const walk = (file, way) => {
    const at = way.indexOf(file);
    if (at >= 0) {
      const circle = way.slice(at);
      circles.set([...circle].sort().join(), [...circle, file]);
    } else if (!done.has(file)) {
      for (const to of graph.get(file) ?? []) if (to !== file) walk(to, [...way, file]);
      done.add(file);
    }
  };
  for (const file of graph.keys()) walk(file, []);
  return [...circles.values()];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = process.argv[2] ?? fileURLToPath(new URL('../src', import.meta.url));
  if (!existsSync(root)) throw new Error(`there is no ${root}`);
  const graph = readImports(root);
  const circles = circlesIn(graph).map((circle) => `a circle: ${circle.join(' → ')}`);
  const wrong = [...wrongWays(graph), ...circles, ...crowdsIn(graph)];
  for (const one of wrong) console.error(one);
  console.log(`${graph.size} modules, ${[...graph.values()].flat().length} imports, ${wrong.length} wrong`);
  if (wrong.length) process.exit(1);
}
