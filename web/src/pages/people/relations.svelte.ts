import { toasts } from '../../app/toasts.svelte.js';
import { http } from '../../wire/http.js';
import type { Brief, PeopleList } from '../../wire/types.js';

export type List = 'buddies' | 'mutes';

/** The two lists of others that somebody keeps. */
export class Relations {
  buddies = $state.raw<Brief[]>([]);
  mutes = $state.raw<Brief[]>([]);
  loaded = $state(false);

  async load(): Promise<void> {
    try {
      const [buddies, mutes] = await Promise.all([
        http<PeopleList>('GET', '/api/me/buddies'),
        http<PeopleList>('GET', '/api/me/mutes'),
      ]);
      this.buddies = buddies.people;
      this.mutes = mutes.people;
      this.loaded = true;
    } catch (error) {
      toasts.refuse(error);
    }
  }

  has(list: List, id: string): boolean {
    return this[list].some((one) => one.id === id);
  }

  async set(list: List, person: Brief, on: boolean): Promise<void> {
    try {
      await http(on ? 'PUT' : 'DELETE', `/api/me/${list}/${person.id}`);
      this[list] = on
        ? [...this[list].filter((one) => one.id !== person.id), person]
        : this[list].filter((one) => one.id !== person.id);
    } catch (error) {
      toasts.refuse(error);
    }
  }
}
