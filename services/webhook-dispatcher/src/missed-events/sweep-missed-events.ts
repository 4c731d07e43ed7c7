import assert from 'node:assert';
import { sweepEvents, type Pool, type SweepPass } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import { findWithoutRoom } from '../deliveries/due-backlogs';
import type { EndpointCache } from '../endpoints/endpoint-directory';
import { createCatchUp, type Progress } from './catch-up';
import {
  findEndpointsBehind,
  leaveEndpointsBehind,
  listEndpointsBehind,
} from './endpoints-behind.repository';
import { createMissedDeliveries, type MissedDeliveries, type WantedDelivery } from './missed-deliveries';
import type { SweepSource } from './sweep-sources';

const rowsPerPage = 1_000;
/** Deliveries that a page looks for and may insert: some tenths of a second. An event with a hundred endpoints weighs a hundred. */
const deliveriesPerPage = 2_000;
/** Of one organization. Beyond that its endpoints are left behind, so that the page passes on to others. */
const organizationDeliveriesPerPage = 500;
/** Endpoints behind that have a turn between two pages: a second or two. */
const turnsPerPage = 100;

/**
 * Finds events and replies that should have become deliveries and did not: the broker lost them, their organization had its share in
 * work, or an endpoint was so new that the consumer did not know it. Stores the deliveries as pending; the next look at what is
 * due sends them. No network here: a page is one transaction.
 *
 * A pass goes through the rows of all organizations. It leaves endpoints behind whose organization has too many of them, or for which too
 * many deliveries are due: each has a cursor of its own until it has caught up, and these take turns.
 * @returns whether there is more to do at once
 */
export function createMissedEventsSweep(options: {
  readonly pool: Pool;
  readonly endpoints: EndpointCache;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onFound: (deliveries: number) => void;
  /** An endpoint is behind and has no room: it gets its next deliveries when the sweep runs after some have gone. */
  readonly onFull: (endpointId: string) => void;
}): (source: SweepSource, signal: AbortSignal) => Promise<boolean> {
  const { pool, log, onFound } = options;
  const deliveries = createMissedDeliveries(options);
  const lookAtPage = createLookAtPage({ ...options, deliveries });
  const catchUp = createCatchUp({ ...options, deliveries });

  const sweep = async (source: SweepSource, pass: SweepPass, signal: AbortSignal): Promise<boolean> => {
    let found = 0;
    let more = false;
    const add = (progress: Progress): void => {
      found += progress.found;
      more ||= progress.more;
      if (progress.found > 0) onFound(progress.found);
    };
    add(await lookAtPage(source, pass));
    for (const behind of await listEndpointsBehind(pool, pass.cursor, turnsPerPage)) {
      if (signal.aborted) break;
      add(await catchUp(source, pass.cursor, behind));
    }
    if (found > 0) log.warn({ sweep: pass.cursor, deliveries: found }, 'found what the broker did not bring');
    return more;
  };

  return async (source, signal) => {
    const more = await Promise.all(source.passes.map((pass) => sweep(source, pass, signal)));
    return more.includes(true);
  };
}

/** The next page of a pass. */
function createLookAtPage(options: {
  readonly pool: Pool;
  readonly deliveries: MissedDeliveries;
  readonly clock: Clock;
}): (source: SweepSource, pass: SweepPass) => Promise<Progress> {
  const { pool, deliveries, clock } = options;
  return async (source, pass) => {
    let found = 0;
    const more = await sweepEvents(pool, pass, {
      table: source.table,
      now: clock.now(),
      limit: rowsPerPage,
      look: async (client, stretch) => {
        const page = await source.readPage(client, stretch);
        const behind = await findEndpointsBehind(client, pass.cursor);
        const leave = async (left: ReadonlySet<string>): Promise<void> => {
          if (left.size === 0) return;
          for (const id of left) behind.add(id);
          const endpointIds = [...left].sort();
          await leaveEndpointsBehind(client, pass.cursor, { endpointIds, position: stretch.after });
        };
        const follows = ({ endpoint }: WantedDelivery): boolean => !behind.has(endpoint.id);

        const all = await Promise.all(page.keys.map(deliveries.wantedOf));
        await leave(endpointsOverShare(all.flat().filter(follows)));
        const wanted = all.map((ofKey) => ofKey.filter(follows));
        const end = endOfPage(wanted);
        const missed = await deliveries.missedOf(client, wanted.slice(0, end).flat());
        const endpoints = [...new Map(missed.map(({ endpoint }) => [endpoint.id, endpoint])).values()];
        if (endpoints.length > 0) await leave(await findWithoutRoom(client, endpoints, clock.now()));
        found = await deliveries.insert(client, source, missed.filter(follows));
        if (end === page.keys.length) return page;
        const last = page.keys[end - 1];
        assert(last !== undefined, 'a page has a key at least');
        return { size: rowsPerPage, lastId: last.id };
      },
    });
    return { found, more };
  };
}

/** Endpoints of the organizations that want more of the page than their share. */
function endpointsOverShare(wanted: readonly WantedDelivery[]): Set<string> {
  const weights = new Map<string, number>();
  for (const { key } of wanted) weights.set(key.organizationId, (weights.get(key.organizationId) ?? 0) + 1);
  const isOver = ({ key }: WantedDelivery): boolean =>
    (weights.get(key.organizationId) ?? 0) > organizationDeliveriesPerPage;
  return new Set(wanted.filter(isOver).map(({ endpoint }) => endpoint.id));
}

/** How many of the events, from the first on, make a page by the number of their deliveries: at least one. */
function endOfPage(wanted: readonly (readonly WantedDelivery[])[]): number {
  let weight = 0;
  const end = wanted.findIndex((deliveries, index) => {
    weight += deliveries.length;
    return index > 0 && weight > deliveriesPerPage;
  });
  return end < 0 ? wanted.length : end;
}
