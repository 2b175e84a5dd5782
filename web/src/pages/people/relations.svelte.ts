import { toasts } from '../../app/toasts.svelte.js';
import { http } from '../../wire/http.js';
import type { Brief, PeopleList } from '../../wire/types.js';

export type List = 'buddies' | 'mutes' | 'avoided';

/** The lists of others that somebody keeps. Who is avoided is muted as well. */
export class Relations {
  buddies = $state.raw<Brief[]>([]);
  mutes = $state.raw<Brief[]>([]);
  avoided = $state.raw<Brief[]>([]);
  loaded = $state(false);
  /** What is changed before the lists are there is changed once they are: they would not know of it. */
  #loading: Promise<void> = Promise.resolve();

  load(): Promise<void> {
    this.#loading = this.#read();
    return this.#loading;
  }

  async #read(): Promise<void> {
    try {
      const [buddies, mutes, avoided] = await Promise.all([
        http<PeopleList>('GET', '/api/me/buddies'),
        http<PeopleList>('GET', '/api/me/mutes'),
        http<PeopleList>('GET', '/api/me/avoided'),
      ]);
      this.buddies = buddies.people;
      this.mutes = mutes.people;
      this.avoided = avoided.people;
      this.loaded = true;
    } catch (error) {
      toasts.refuse(error);
    }
  }

  has(list: List, id: string): boolean {
    return this[list].some((one) => one.id === id);
  }

  async set(list: List, person: Brief, on: boolean): Promise<void> {
    await this.#loading;
    try {
      await http(on ? 'PUT' : 'DELETE', `/api/me/${list}/${person.id}`);
      this[list] = on
        ? [...this[list].filter((one) => one.id !== person.id), person]
        : this[list].filter((one) => one.id !== person.id);
      if (list === 'avoided' && on && !this.has('mutes', person.id)) this.mutes = [...this.mutes, person];
    } catch (error) {
      toasts.refuse(error);
    }
  }
}
