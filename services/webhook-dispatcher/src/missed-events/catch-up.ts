import { lockSweepCursor, moveSweepCursor, withTransaction, type Pool } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import { countDue, dueMax } from '../deliveries/due-backlogs';
import type { EndpointCache } from '../endpoints/endpoint-directory';
import { cursorOf, endCursor, readCursor, type EndpointBehind } from './endpoints-behind.repository';
import type { MissedDeliveries } from './missed-deliveries';
import type { SweepSource, SweptPage } from './sweep-sources';

export interface Progress {
  readonly found: number;
  /** There is more to do at once. */
  readonly more: boolean;
}

const nothing: Progress = { found: 0, more: false };

/** Rows of the organization that one turn looks at. */
const rowsPerTurn = 1_000;

/**
 * A turn of an endpoint that a pass has left behind: looks at the next rows of its organization, up to where the pass is, and adds as
 * many deliveries as it has room for. An endpoint with too many due ones has no turn until they have gone. The pass's own cursor is
 * locked meanwhile, so the pass does not move on from where the endpoint catches up with it.
 */
export function createCatchUp(options: {
  readonly pool: Pool;
  readonly endpoints: EndpointCache;
  readonly deliveries: MissedDeliveries;
  readonly clock: Clock;
  /** The endpoint has more to catch up with than it has room for. */
  readonly onFull: (endpointId: string) => void;
}): (source: SweepSource, pass: string, behind: EndpointBehind) => Promise<Progress> {
  const { pool, endpoints, deliveries, clock, onFull } = options;

  return (source, pass, { endpointId, organizationId }) =>
    withTransaction(pool, async (client) => {
      const passPosition = await lockSweepCursor(client, pass);
      const after = passPosition && (await readCursor(client, pass, endpointId));
      // Another replica is at it, or has brought it up to date.
      if (passPosition === null || after === null) return nothing;
      const known = organizationId === null ? [] : await endpoints.of(organizationId);
      const endpoint = known.find(({ id }) => id === endpointId);
      // Disabled or deleted: what it missed is a replay's to ask for.
      if (!endpoint) {
        await endCursor(client, pass, endpointId);
        return nothing;
      }
      const max = dueMax(endpoint);
      const due = (await countDue(client, [endpoint], clock.now())).get(endpointId) ?? 0;
      if (due >= max) {
        onFull(endpointId);
        // To the end of the order of turns.
        await moveSweepCursor(client, cursorOf(pass, endpointId), after);
        return nothing;
      }
      const stretch = { after, before: passPosition, limit: rowsPerTurn };
      const page = await source.readPageOf(client, endpoint.organizationId, stretch);
      const wanted = (await Promise.all(page.keys.map(deliveries.wantedOf))).flat();
      const missed = await deliveries.missedOf(
        client,
        wanted.filter((delivery) => delivery.endpoint.id === endpointId),
      );
      const room = max - due;
      const isFull = missed.length > room;
      // Before they can be taken: they may be gone as soon as they are committed.
      if (isFull) onFull(endpointId);
      const found = await deliveries.insert(client, source, missed.slice(0, room));
      const end = endOfTurn(page, missed[room]?.key.id);
      if (end === null) await endCursor(client, pass, endpointId);
      else await moveSweepCursor(client, cursorOf(pass, endpointId), end);
      return { found, more: end !== null && !isFull };
    });
}

/** The last row that is done, `next` being the first that is not; null: all rows up to the pass are. */
function endOfTurn(page: SweptPage, next: string | undefined): string | null {
  if (next === undefined) return page.size === rowsPerTurn ? page.lastId : null;
  return page.keys[page.keys.findIndex(({ id }) => id === next) - 1]?.id ?? null;
}
