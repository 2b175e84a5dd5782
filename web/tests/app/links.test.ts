import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Links } from '../../src/app/sharing/links.svelte.js';

const LAN = 'http://192.168.7.20:8064';
const asked = vi.fn<() => Promise<Response>>();
beforeEach(() => vi.stubGlobal('fetch', asked.mockReset()));

/** The links of a page that was opened at an address, where the server says how others reach it. */
function linksAt(page: string, address: string | null, hereOnly = false): Links {
  asked.mockResolvedValue(Response.json({ address, here_only: hereOnly }));
  return new Links(new URL(page));
}

describe('links for others', () => {
  test.each(['http://localhost:8064/table/1', 'http://127.0.0.1:8064/', 'http://[::1]:8064/'])(
    'of %s lead to where others reach the server',
    async (page) => {
      const links = linksAt(page, LAN);
      await vi.waitFor(() => expect(links.to('/t/QK7PD')).toBe(`${LAN}/t/QK7PD`));
      expect(links.to('/match/a', '?at=3', '#x')).toBe(`${LAN}/match/a?at=3#x`);
      expect(links.origins).toEqual([new URL(page).origin, LAN]);
      expect(links.hereOnly).toBe(false);
    },
  );

  test('of a page that others can open lead there, and nobody is asked', () => {
    const links = linksAt(`${LAN}/lobby`, 'https://elsewhere.example');
    expect(links.to('/daily/2026-11-19')).toBe(`${LAN}/daily/2026-11-19`);
    expect(links.origins).toEqual([LAN]);
    expect(asked).not.toHaveBeenCalled();
  });

  test('where nobody else reaches the server stay, and it is said', async () => {
    const links = linksAt('http://localhost:8064/', null, true);
    await vi.waitFor(() => expect(links.hereOnly).toBe(true));
    expect(links.to('/p/ABC')).toBe('http://localhost:8064/p/ABC');
  });

  test('where the server does not know stay, and nothing is claimed', async () => {
    const answer = Response.json({ address: null, here_only: false });
    asked.mockResolvedValue(answer);
    const links = new Links(new URL('http://localhost:8064/'));
    await vi.waitFor(() => expect(answer.bodyUsed).toBe(true));
    await new Promise((later) => setTimeout(later)); // what is read is told by then
    expect(links.hereOnly).toBe(false);
    expect(links.to('/p/ABC')).toBe('http://localhost:8064/p/ABC');
  });

  test('where the server does not answer stay, and nothing is claimed', async () => {
    asked.mockRejectedValue(new TypeError('no network'));
    const links = new Links(new URL('http://localhost:8064/'));
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    expect(links.to('/p/ABC')).toBe('http://localhost:8064/p/ABC');
    expect(links.hereOnly).toBe(false);
  });
});
