import { expect, test } from 'vitest';
import { isAbout } from '../../src/lessons/actions.js';

test('a hint is followed by its cards in any order, by a pass, and by nothing else', () => {
  expect(isAbout({ play: ['G3', 'Y3'] }, { play: ['Y3', 'G3'], call: true })).toBe(true);
  expect(isAbout({ pass: true }, { pass: true })).toBe(true);
  expect(isAbout({ give: 'G3' }, { give: 'G3' })).toBe(true);
  expect(isAbout({ play: ['G3'] }, { play: ['G3', 'Y3'] })).toBe(false);
  expect(isAbout({ play: ['G3'] }, { pass: true })).toBe(false);
});
