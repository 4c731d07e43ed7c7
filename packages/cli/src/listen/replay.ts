import type { EmailEventEntry, Postrider } from 'postrider';
import { CommandFailure } from '../command-line/failures';
import { deliveryIdOf } from './webhook-request';

/** Pages of events that are searched for the one with this id. */
const pagesMax = 20;

/**
 * The events that an id names: all of an email, or the one with this event id or delivery id.
 * @throws CommandFailure when there are none
 */
export async function eventsToReplay(
  client: Pick<Postrider, 'emailEvents'>,
  id: string,
  listenerId: string,
): Promise<EmailEventEntry[]> {
  const ofEmail = await client.emailEvents.list({ email_id: id, recent: 'start', limit: 100 }).page();
  const events = [...ofEmail.data, ...((ofEmail as { recent?: EmailEventEntry[] }).recent ?? [])];
  if (events.length > 0) return events;
  const found = await findEvent(client, id, listenerId);
  if (found === null) throw new CommandFailure('refused', `There is no email or event ${id}.`, 'not_found');
  return [found];
}

/** Event ids and delivery ids begin with the time of the event. */
async function findEvent(
  client: Pick<Postrider, 'emailEvents'>,
  id: string,
  listenerId: string,
): Promise<EmailEventEntry | null> {
  const recordedAtMs = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  if (recordedAtMs > Date.now()) return null;
  let place: { readonly since: Date } | { readonly after: string } = { since: new Date(recordedAtMs) };
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page: EventPage = await client.emailEvents.list({ ...place, recent: 'start', limit: 100 }).page();
    const events = [...page.data, ...(page.recent ?? [])];
    const found = events.find((event) => event.id === id || deliveryIdOf(event.id, listenerId) === id);
    if (found) return found;
    const last = events.at(-1)?.id.replaceAll('-', '').slice(0, 12);
    if (page.has_more !== true || page.next_cursor === undefined) return null;
    if (last !== undefined && Number.parseInt(last, 16) > recordedAtMs) return null;
    place = { after: page.next_cursor };
  }
  return null;
}

interface EventPage {
  readonly data: EmailEventEntry[];
  readonly recent?: EmailEventEntry[];
  readonly has_more?: boolean;
  readonly next_cursor?: string;
}
