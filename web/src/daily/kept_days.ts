import { EventStore } from '../pocket/event_store.js';
import type { DealSetView } from '../wire/types.js';

/** A day of this server is over and its secret published: it is kept, so that it can be played offline as well. */
export async function keepDay({ id, secret, weights }: DealSetView): Promise<void> {
  if (secret !== null) await (await EventStore.open()).keepDay(id, secret, weights);
}
