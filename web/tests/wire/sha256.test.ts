import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/wire/sha256.js';

test('a fingerprint is the one that everybody else computes', () => {
  for (const text of ['', 'abc', 'ü…🐉', ...Array.from({ length: 130 }, (_, length) => 'x'.repeat(length))])
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
});
