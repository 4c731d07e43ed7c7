import { createSecretKey } from 'node:crypto';
import { isSubscribed, signingKeys, type Endpoint } from './endpoint';

const createdAt = new Date('2026-11-21T10:00:00.000Z');

function endpoint(overrides: Partial<Endpoint> = {}): Endpoint {
  return {
    id: '01939c00-0000-7000-8000-000000000001',
    organizationId: '01939c00-0000-7000-8000-000000000002',
    url: new URL('https://hooks.example.com/'),
    events: new Set(),
    format: 'postrider',
    createdAt,
    failingSince: null,
    siblings: 1,
    secrets: [{ key: createSecretKey(Buffer.from('whsec_now')), validUntil: null }],
    ...overrides,
  };
}

describe('endpoint', () => {
  it('hears of every type when it chose none', () => {
    expect(isSubscribed(endpoint(), { type: 'email.opened', recordedAt: createdAt })).toBe(true);
  });

  it('hears only of the types it chose', () => {
    const chosen = endpoint({ events: new Set(['email.sent']) });
    expect(isSubscribed(chosen, { type: 'email.sent', recordedAt: createdAt })).toBe(true);
    expect(isSubscribed(chosen, { type: 'email.opened', recordedAt: createdAt })).toBe(false);
  });

  it('does not hear of what was recorded before it existed', () => {
    const before = new Date(createdAt.getTime() - 2);
    expect(isSubscribed(endpoint(), { type: 'email.sent', recordedAt: before })).toBe(false);
  });

  it('signs with the previous secret too, until that ends', () => {
    const validUntil = new Date(createdAt.getTime() + 1_000);
    const rotated = [
      { key: createSecretKey(Buffer.from('whsec_new')), validUntil: null },
      { key: createSecretKey(Buffer.from('whsec_old')), validUntil },
    ];
    expect(signingKeys(rotated, createdAt)).toHaveLength(2);
    expect(signingKeys(rotated, validUntil)).toHaveLength(1);
  });
});
