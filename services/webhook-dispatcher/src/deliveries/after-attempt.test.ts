import { createSecretKey } from 'node:crypto';
import type { Attempt } from '../transport/webhook-transport';
import { type Delivery, afterAttempt, attemptsMax, waitAfterAttemptMs } from './delivery';

const startedAt = new Date('2026-11-21T10:00:00.000Z');
const middle = (): number => 0.5;

function delivery(attempts = 0, attemptsBefore = 0): Delivery {
  return {
    id: 'd',
    endpoint: {
      id: 'e',
      organizationId: 'o',
      url: new URL('https://hooks.example.com/'),
      events: new Set(),
      format: 'postrider',
      createdAt: startedAt,
      failingSince: null,
      siblings: 1,
      secrets: [{ key: createSecretKey(Buffer.from('whsec_a')), validUntil: null }],
    },
    eventId: 'v',
    messageId: 'm',
    eventType: 'email.sent',
    body: '{}',
    isReproducible: true,
    attempts,
    attemptsBefore,
    createdAt: startedAt,
  };
}

function attempt(status: number | null): Attempt {
  return { startedAt, latencyMs: 40, status, error: status === null ? 'timeout' : null, response: null };
}

describe('after an attempt', () => {
  it.each([200, 201, 204, 299])('%d is a delivery', (status) => {
    expect(afterAttempt(delivery(), attempt(status))).toMatchObject({
      status: 'delivered',
      attempts: 1,
      nextAttemptAt: null,
    });
  });

  it.each([301, 302, 307, 400, 401, 404, 429, 500, 503, null])('%s is tried again', (status) => {
    const record = afterAttempt(delivery(), attempt(status), middle);
    expect(record).toMatchObject({ status: 'pending', attempts: 1, leaseUntil: null });
    expect(record.nextAttemptAt).toEqual(new Date('2026-11-21T10:00:05.040Z'));
  });

  it('410 ends it at once', () => {
    expect(afterAttempt(delivery(), attempt(410))).toMatchObject({
      status: 'exhausted',
      nextAttemptAt: null,
    });
  });

  it('a replay begins the schedule again, and is exhausted after as many attempts', () => {
    const first = afterAttempt(delivery(attemptsMax, attemptsMax), attempt(500), middle);
    expect(first).toMatchObject({ status: 'pending', attempts: attemptsMax + 1 });
    expect(first.nextAttemptAt).toEqual(new Date('2026-11-21T10:00:05.040Z'));
    const last = afterAttempt(delivery(2 * attemptsMax - 1, attemptsMax), attempt(500));
    expect(last).toMatchObject({ status: 'exhausted', attempts: 2 * attemptsMax });
  });

  it('the last failure exhausts it, and a late success still counts', () => {
    expect(afterAttempt(delivery(attemptsMax - 1), attempt(500))).toMatchObject({
      status: 'exhausted',
      attempts: attemptsMax,
      nextAttemptAt: null,
    });
    expect(afterAttempt(delivery(attemptsMax - 1), attempt(200)).status).toBe('delivered');
  });
});

describe('retry schedule', () => {
  it('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h and then gives up', () => {
    const waits = Array.from({ length: attemptsMax }, (_, index) => waitAfterAttemptMs(index + 1, middle));
    expect(waits).toEqual([5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000, null]);
  });

  it('moves each wait by at most a tenth', () => {
    expect(waitAfterAttemptMs(1, () => 0)).toBe(4_500);
    expect(waitAfterAttemptMs(1, () => 1)).toBe(5_500);
  });
});
