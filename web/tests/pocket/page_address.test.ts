import { expect, test } from 'vitest';
import { addressOf, placeAt } from '../../src/pocket/page_address.js';

const read = (address: string, at: boolean) => placeAt(new URL(address, 'http://x'), at);

test('at a server of ours a page has its own path', () => {
  expect(read('/rules?lang=fr#R5', false)).toEqual({ path: '/rules', search: '?lang=fr', hash: '#R5' });
  expect(addressOf({ path: '/rules', search: '?lang=fr', hash: '#R5' }, false)).toBe('/rules?lang=fr#R5');
});

test.each(['/', '/?lang=fr', '/table/ab12', '/match/ab-1?at=3&seat=1', '/rules?lang=fr#R5'])(
  'as files alone %s has an address that is read again, also if another part of it was changed',
  (path) => {
    const place = read(path, false);
    const address = addressOf(place, true, '/people/ann/');
    expect(address.startsWith('/people/ann/')).toBe(true);
    expect(read(address, true)).toEqual(place);
    const changed = new URL(address, 'http://x');
    changed.searchParams.set('theme', 'dark');
    expect(read(changed.href, true).path).toBe(place.path);
  },
);
