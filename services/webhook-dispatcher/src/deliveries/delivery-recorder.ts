import type { Pool } from '@postrider/db';
import { createBatcher, type Logger, retryWhileUnavailable } from '@postrider/runtime';
import { recordDeliveries } from './deliveries.repository';
import type { DeliveryRecord } from './delivery-record';

export interface DeliveryRecorder {
  /**
   * Resolves when the record is committed. While the database is away it goes on trying: giving up would mean to
   * POST again what the receiver has already taken.
   * @throws when the database refuses the row, or `stopping` aborts during an outage
   */
  record(record: DeliveryRecord): Promise<void>;
  drain(): Promise<void>;
}

const outageBackOff = { baseMs: 100, maxMs: 2_000 };

export function createDeliveryRecorder(options: {
  readonly pool: Pool;
  readonly log: Logger;
  readonly stopping: AbortSignal;
}): DeliveryRecorder {
  const { pool, log, stopping } = options;
  const commits = createBatcher<DeliveryRecord, undefined>({
    name: 'webhook deliveries',
    run: async (records) => {
      await recordDeliveries(pool, records);
      return records.map(() => undefined);
    },
    onError: (error, batchSize) =>
      log.warn({ err: error, records: batchSize }, 'deliveries were not recorded'),
  });
  return {
    record: (record) =>
      retryWhileUnavailable(() => commits.submit(record), { backOff: outageBackOff, signal: stopping }),
    drain: () => commits.drain(),
  };
}
