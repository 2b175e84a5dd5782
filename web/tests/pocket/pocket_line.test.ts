import { expect, test, vi } from 'vitest';
import { PocketLine } from '../../src/pocket/pocket.svelte.js';

test('a line to the pocket opens with the first word, and says nothing once it is closed', () => {
  vi.stubGlobal('WebSocket', { CONNECTING: 0, OPEN: 1, CLOSED: 3 });
  const sent: string[] = [];
  const heard: unknown[] = [];
  const codes: number[] = [];
  const line = new PocketLine((text) => sent.push(text));
  line.onmessage = ({ data }) => heard.push(data);
  line.onclose = ({ code }) => codes.push(code);
  expect(line.readyState).toBe(0);
  line.told('welcome');
  expect(line.readyState).toBe(1);
  line.send('ping');
  line.lost();
  line.told('too late');
  line.lost();
  expect({ sent, heard, codes, state: line.readyState }).toEqual({
    sent: ['ping'],
    heard: ['welcome'],
    codes: [1006],
    state: 3,
  });
});
