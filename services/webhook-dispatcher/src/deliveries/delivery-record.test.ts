import { createSecretKey } from 'node:crypto';
import type { Attempt, Delivery } from './delivery';
import { afterAttempt } from './delivery-record';
import { attemptsMax } from './retry-schedule';

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
      createdAt: startedAt,
      failingSince: null,
      secrets: [{ key: createSecretKey(Buffer.from('whsec_a')), validUntil: null }],
    },
    eventId: 'v',
    messageId: 'm',
    eventType: 'email.sent',
    body: '{}',
    attempts,
    attemptsBefore,
    createdAt: startedAt,
  };
}

function attempt(status: number | null): Attempt {
  return { startedAt, latencyMs: 40, status, error: status === null ? 'timeout' : null, response: null };
}

describe('after a try', () => {
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

  it('a replay begins the schedule anew, and is exhausted after as many tries', () => {
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
