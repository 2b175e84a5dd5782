import { expect, test } from 'vitest';
import { ownName, twinOf } from '../../src/faces/twins.js';
import { hueOf, initialsOf } from '../../src/faces/initials.js';

test('initials: of two words, or the first two letters of one', () => {
  expect(initialsOf('Ada Lovelace')).toBe('AL');
  expect(initialsOf('Benedykt')).toBe('BE');
  expect(initialsOf('żółw')).toBe('ŻÓ');
  expect(initialsOf(' ')).toBe('');
});

test('a colour of one’s own, always the same', () => {
  expect(hueOf('ada')).toBe(hueOf('ada'));
  expect(hueOf('ada')).not.toBe(hueOf('bo'));
});

test('of bots of one kind each knows which one it is; one that stands alone is as drawn', () => {
  expect([0, 1, 2].map((at) => twinOf('sparrow', ownName('sparrow', at) ?? ''))).toEqual([0, 1, 2]);
  expect(twinOf('sparrow', 'Moineau')).toBe(0);
  expect(ownName('stranger', 0)).toBeUndefined();
});
