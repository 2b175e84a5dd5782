import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromClient } from '../../src/wire/types.js';

/** A socket that does what the test tells it. */
class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 1;
  sent: FromClient[] = [];
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close(): void {
    this.readyState = 3;
  }
  hear(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  welcome(several: boolean): void {
    this.hear({ type: 'welcome', me: { id: 'ann' }, version: '1', ping_s: 8, several });
  }
}

const at = (index: number): Socket => Socket.all.at(index) ?? expect.fail('no socket');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  Socket.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.stubGlobal('location', new URL('http://localhost/'));
});

async function connected(several: boolean, path = '/lobby') {
  vi.stubGlobal('location', new URL(path, 'http://localhost/'));
  const { Connection } = await import('../../src/wire/connection.svelte.js');
  const line = new Connection();
  line.start();
  at(0).welcome(several);
  return line;
}

test('whoever comes to a table says so in the address', async () => {
  await connected(true, '/table/b359dbc25f1c0b42');
  expect(at(0).url).toBe('ws://localhost/ws?near=b359');
});

test('of several servers a table has one; the old line serves until the new one is there', async () => {
  const line = await connected(true);
  expect(at(0).url).toBe('ws://localhost/ws');
  const followed = vi.fn();
  line.on('welcome', followed);
  const asked = line.ask({ type: 'watch', table: 'b359dbc25f1c0b42', seq: 0, screen: true });
  const done = line.do('b359dbc25f1c0b42', { do: 'sit' });
  expect(Socket.all.map((one) => one.url)).toEqual(['ws://localhost/ws', 'ws://localhost/ws?near=b359']);
  expect(line.state).toBe('open');
  at(0).hear({ type: 'done', id: at(0).sent[0]?.id, seq: 3 });
  await asked;
  at(1).welcome(true);
  expect(followed).toHaveBeenCalledOnce();
  expect(at(1).sent).toEqual([at(0).sent[1]]); // under the same id: it is done once
  at(0).hear({ type: 'done', id: at(1).sent[0]?.id, seq: 4 });
  at(1).hear({ type: 'done', id: at(1).sent[0]?.id, seq: 5 });
  expect((await done).seq).toBe(5);
  expect(at(0).readyState).toBe(1);
  vi.advanceTimersByTime(3_000);
  expect([at(0).readyState, at(1).readyState, line.state]).toEqual([3, 1, 'open']);
  at(0).onclose({ code: 1000 });
  expect(line.state).toBe('open');
  void line.ask({ type: 'watch', table: 'b359dbc25f1c0b42', seq: 5, screen: true });
  expect(Socket.all).toHaveLength(2);
  void line.ask({ type: 'watch', table: '77d0c1a9f0e2b3d4', seq: 0, screen: true });
  expect(at(2).url).toBe('ws://localhost/ws?near=77d0');
});

test('a better place that cannot be reached is done without, and one server has no better place', async () => {
  const line = await connected(true);
  void line.ask({ type: 'watch', table: 'b359dbc25f1c0b42', seq: 0, screen: true });
  at(1).onclose({ code: 1006 });
  expect(line.state).toBe('open');
  line.stop();
  expect(at(0).readyState).toBe(3);
  Socket.all = [];
  const alone = await connected(false);
  void alone.ask({ type: 'watch', table: 'b359dbc25f1c0b42', seq: 0, screen: true });
  expect(Socket.all).toHaveLength(1);
  at(0).onclose({ code: 1012 });
  vi.advanceTimersByTime(15_000);
  expect(at(1).url).toBe('ws://localhost/ws?near=b359');
});
