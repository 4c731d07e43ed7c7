import { play, type ExchangeCase } from '../test/conformance/play-exchanges';
import { bytesOf, casesOf, type Bytes } from '../test/conformance/vectors';
import { verifyWebhook } from './webhooks';

/** What every client has to do: the same files test those of other languages. */
describe.each([
  'requests',
  'errors',
  'retries',
  'rate-limits',
  'idempotency',
  'batches',
  'pages',
  'attachments',
])('%s', (file) => {
  // Full jitter: the shortest waits that there are.
  beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
  afterEach(() => jest.restoreAllMocks());

  test.each(casesOf<ExchangeCase>(file))('$name', play);
});

interface WebhookCase {
  readonly name: string;
  readonly body: Bytes;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly tolerance_seconds?: number;
  readonly expect:
    { readonly reason: string } | { readonly event_type: string; readonly delivery_id: string };
}

test.each(casesOf<WebhookCase>('webhooks'))('webhooks: $name', async ({ headers, secrets, ...given }) => {
  const { tolerance_seconds: toleranceSeconds = 300 } = given;
  const now = new Date(given.now * 1_000);
  const verified = await verifyWebhook({
    body: bytesOf(given.body),
    headers,
    secrets,
    now,
    toleranceSeconds,
  });
  if (!verified.ok) return expect({ reason: verified.reason }).toEqual(given.expect);
  const { event, deliveryId } = verified;
  const event_type = event.type === 'unknown' ? event.event_type : event.type;
  expect({ event_type, delivery_id: deliveryId }).toEqual(given.expect);
});
