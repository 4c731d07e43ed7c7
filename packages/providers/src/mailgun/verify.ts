import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createTtlCache, secret, type Clock } from '@postrider/runtime';
import { z } from 'zod';
import { isTimely, type VerifyNotification } from '../notifications/verdict';
import type { ProviderVerification } from '../provider';

const settings = {
  /** Mailgun's HTTP webhook signing key, whose events are accepted at /provider-events/mailgun. Empty: none. */
  MAILGUN_WEBHOOK_KEY: z.string().default('').meta(secret),
};

export const verify = {
  settings,
  create: ({ MAILGUN_WEBHOOK_KEY: key }, { clock }) =>
    key === '' ? null : createVerifyMailgun({ key, clock }),
} satisfies ProviderVerification<z.output<z.ZodObject<typeof settings>>>;

const hexDigest = z.string().regex(/^[0-9a-f]{64}$/i);

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks */
const signedSchema = z.object({
  signature: z.object({
    timestamp: z.coerce.string().regex(/^\d{1,12}$/),
    token: z.string().min(1).max(100),
    signature: hexDigest,
    /** By the key of the account that the subaccount belongs to. */
    'parent-signature': hexDigest.optional().catch(undefined),
  }),
});

/** As long as a signature is timely. */
const tokensKeptMs = 26 * 3_600_000;
const tokensMax = 50_000;

/**
 * The signature covers a time and a token, not the body. A token is therefore good for one body: the same again is a retry, another one
 * is refused. Each gateway remembers the tokens that it has seen; besides, an event only counts with a recipient's token of ours.
 */
function createVerifyMailgun({
  key,
  clock,
}: {
  readonly key: string;
  readonly clock: Clock;
}): VerifyNotification {
  const bodies = createTtlCache<string, string>({ entriesMax: tokensMax, ttlMs: tokensKeptMs, clock });
  return (_headers, body) => {
    const signed = readSigned(body);
    if (signed === null) return Promise.resolve({ kind: 'refused', reason: 'malformed' });
    const { timestamp, token, signature, 'parent-signature': parent } = signed;
    if (!isTimely(Number(timestamp) * 1_000, clock.now().getTime())) {
      return Promise.resolve({ kind: 'refused', reason: 'time' });
    }
    const expected = createHmac('sha256', key).update(`${timestamp}${token}`).digest();
    const isTheirs = [signature, parent].some(
      (each) => each !== undefined && timingSafeEqual(expected, Buffer.from(each, 'hex')),
    );
    const digest = createHash('sha256').update(body).digest('base64');
    if (!isTheirs || (bodies.get(token) ?? digest) !== digest) {
      return Promise.resolve({ kind: 'refused', reason: 'signature' });
    }
    bodies.set(token, digest);
    return Promise.resolve({ kind: 'event' });
  };
}

function readSigned(body: Buffer): z.output<typeof signedSchema>['signature'] | null {
  try {
    return signedSchema.parse(JSON.parse(body.toString('utf8'))).signature;
  } catch {
    return null;
  }
}
