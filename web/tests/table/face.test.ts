import { expect, test } from 'vitest';
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
