import { expect, test, vi } from 'vitest';
import { pocketFiles, withFewModules } from '../../scripts/pocket-files.mjs';
import { restored } from '../../src/pocket/python.js';

const PYODIDE = `${process.cwd()}/node_modules/pyodide/`;
const { contents, folder, sizes, later } = await pocketFiles();

interface WorkerEntry {
  begin(events: string, owner: string, days: string): void;
  connect(now: number): string;
  ask(method: string, path: string, body: string, now: number): string;
  hear(text: string, now: number): string;
  wake(now: number): string;
}

/** Python as a browser takes it up. */
async function entry(): Promise<WorkerEntry> {
  const bytes = (name: string) => Uint8Array.from(contents.get(name) ?? []).buffer;
  const { loadPyodide } = (await import(`${PYODIDE}pyodide.mjs`)) as { loadPyodide: () => Promise<object> };
  const { default: create } = (await import(`${PYODIDE}pyodide.asm.mjs`)) as { default: () => Promise<object> };
  const files = { loadPyodide, create, indexURL: PYODIDE, library: bytes('msgspec.wasm'), memory: bytes('memory.bin') };
  const python = (await restored(files)) as { pyimport(module: string): WorkerEntry };
  return python.pyimport('gangoffour.pocket.worker_entry');
}

/** A match against bots that is begun and watched; what was kept of it. */
function begun(entry: WorkerEntry): string {
  let now = 1_000_000;
  const say = (type: string, rest: object) => entry.hear(JSON.stringify({ type, id: type, ...rest }), now);
  entry.begin('[]', 'null', '{}');
  entry.ask('POST', '/api/guest', '{"name":"Ann"}', now);
  entry.connect(now);
  const dealt = say('quick', { seats: 4, level: 3 });
  const table = /\\"matched\\",\\"table\\":\\"(\w+)\\"/.exec(dealt)?.[1];
  expect(say('watch', { table })).toContain('\\"table\\"');
  for (let turn = 0; turn < 8; turn++) entry.wake((now += 5_000));
  expect(say('hint', { table })).toContain('hint');
  expect(entry.ask('GET', '/api/lessons', '', now)).toContain('"status":200');
  return dealt;
}

test('the pocket has the modules that it begins with, and none that needs what a browser has not', () => {
  const modules = JSON.parse(new TextDecoder().decode(contents.get('gangoffour.json'))) as Record<string, string>;
  expect(Object.keys(modules)).toEqual(
    expect.arrayContaining([
      'gangoffour/__init__.py',
      'gangoffour/pocket/worker_entry.py',
      'gangoffour/server/wire/messages.py',
    ]),
  );
  const missing = Object.values(modules).flatMap(
    (text) => text.match(/^(?:from|import) (?:numpy|sqlalchemy|starlette)\b/gm) ?? [],
  );
  expect(missing).toEqual([]);
  expect(folder).toMatch(/^\/assets\/pocket-[0-9a-f]{12}$/);
  expect(sizes['pyodide.asm.wasm']).toBeGreaterThan(1e6);
  expect(Object.keys(sizes)).not.toContain('python_stdlib.zip');
  expect(Object.keys(later)).toContain('python_stdlib.zip');
});

test('Python begins with its memory, plays, and deals other cards each time, on an iPhone, too', async () => {
  const first = await entry();
  const { navigator } = globalThis;
  vi.stubGlobal('navigator', { userAgent: 'iPhone' }); // where C functions are called in another way
  const second = await entry();
  vi.stubGlobal('navigator', navigator); // others need what the set-up has put there
  const seeds = [first, second].map((one) => /\\"seed\\":\\"(\w{64})\\"/.exec(begun(one))?.[1]);
  expect(new Set(seeds).size).toBe(2);
  expect(seeds).not.toContain(undefined);
}, 60_000);

test('functions are wrapped by one module for each signature, and another Pyodide is refused', () => {
  const script = new TextDecoder().decode(contents.get('pyodide.asm.mjs'));
  const wrap = /var convertJsFunctionToWasm=\(func,sig\)=>\{.*?return wrappedFunc\}/.exec(script)?.[0] ?? '';
  const parts = 'var uleb128EncodeWithLen=(arr)=>[arr.length,...arr];var generateTypePack=(types)=>[types.length];';
  const twice = "for(const sig of ['vi','vi','ii'])convertJsFunctionToWasm(1,sig)";
  let made = 0;
  const Module = class {
    readonly number = ++made;
  };
  const Instance = class {
    readonly exports = { f: 1 };
  };
  new Function('WebAssembly', `${parts}${wrap};${twice}`)({ Module, Instance });
  expect(made).toBe(2);
  expect(() => withFewModules(Buffer.from(script))).toThrow('another way');
});
