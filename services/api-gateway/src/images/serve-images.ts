import type { Pool } from '@postrider/db';
import {
  createSemaphore,
  createTtlCache,
  isEngineUnavailable,
  type Clock,
  type Logger,
  type Metrics,
} from '@postrider/runtime';
import { clientAddress } from '../auth/request-source';
import type { RequestContext } from '../http/request-context';
import type { TableRoute } from '../http/route-table';
import { createAddressRate } from '../public-links/address-rate';
import { imagePath } from './image-request';

interface StoredImage {
  readonly content: Buffer;
  readonly contentType: string;
}

const namePattern = /^[0-9a-f]{32}\.(?:png|jpg|gif)$/;

/** Readers of a broadcast ask for the same few images, thousands at a time. At most 48 MB, usually 3. */
const keptMax = 16;
/** A deleted image is gone from every gateway after this. */
const keptMs = 60_000;
/** Images that are read from the database at a time, so that a flood of unknown names leaves its connections to others. */
const readsMax = 4;
/** Requests that wait for a read. */
const waitingMax = 500;

const readers = { priority: 0, owner: '' };

/**
 * Serves images to readers of emails, without a key, on our host and on the tracking hosts of customers. What a name
 * stands for never changes, so it is kept for a year wherever it is read.
 */
export function imageFileRoute(options: {
  readonly pool: Pool;
  readonly perMinuteMax: number;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}): TableRoute {
  const { pool, trustedProxyHops, clock, log, metrics } = options;
  const requests = metrics.counter('image_requests', 'Requests for images, by answer.', {
    answer: ['served', 'unknown', 'limited', 'later'],
  });
  const exceedsRate = createAddressRate(options);
  const kept = createTtlCache<string, StoredImage>({ entriesMax: keptMax, ttlMs: keptMs, clock });
  const reads = createSemaphore({ permits: readsMax });
  let waiting = 0;

  const read = async (name: string): Promise<StoredImage | null> => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const image = await findImage(pool, name);
    if (image !== null) kept.set(name, image);
    return image;
  };
  const find = async (name: string): Promise<StoredImage | null> => {
    waiting += 1;
    try {
      // The first of those who ask for the same image reads it for all.
      return await reads.run(readers, () => read(name));
    } finally {
      waiting -= 1;
    }
  };
  const refuse = (context: RequestContext, answer: 'unknown' | 'limited' | 'later'): void => {
    requests.add(1, { answer });
    send(context, refusals[answer]);
  };
  const answer = async (context: RequestContext): Promise<void> => {
    if (exceedsRate(clientAddress(context, trustedProxyHops))) return refuse(context, 'limited');
    const name = context.path.slice(imagePath.length);
    if (!namePattern.test(name)) return refuse(context, 'unknown');
    const known = kept.get(name);
    if (known === undefined && waiting >= waitingMax) return refuse(context, 'later');
    const image = known ?? (await find(name));
    if (image === null) return refuse(context, 'unknown');
    requests.add(1, { answer: 'served' });
    send(context, { status: 200, headers: headersOf(image), body: image.content });
  };
  const handle = (context: RequestContext): void => {
    answer(context).catch((error: unknown) => {
      if (isEngineUnavailable(error)) log.warn({ err: error }, 'an image could not be read');
      else log.error({ err: error }, 'a request for an image failed unexpectedly');
      if (!context.isAnswered) refuse(context, 'later');
    });
  };
  return { method: 'GET', path: /^\/i\//, onTrackingHosts: true, handle };
}

const refusals = {
  unknown: { status: 404, headers: {}, body: Buffer.alloc(0) },
  limited: { status: 429, headers: { 'retry-after': '60' }, body: Buffer.alloc(0) },
  later: { status: 503, headers: { 'retry-after': '5' }, body: Buffer.alloc(0) },
} as const;

/** An image and nothing else, whatever a browser takes it for; shown in mail clients that are web pages. */
function headersOf({ contentType }: StoredImage) {
  return {
    'content-type': contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  };
}

function send(
  context: RequestContext,
  {
    status,
    headers,
    body,
  }: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer },
): void {
  context.send({
    status,
    headers: {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-robots-tag': 'noindex',
      ...headers,
      'content-length': body.length,
    },
    body,
  });
}

async function findImage(pool: Pool, fileName: string): Promise<StoredImage | null> {
  const { rows } = await pool.query<StoredImage>({
    name: 'images.read-file',
    text: 'SELECT content, content_type AS "contentType" FROM images WHERE file_name = $1',
    values: [fileName],
  });
  return rows[0] ?? null;
}
