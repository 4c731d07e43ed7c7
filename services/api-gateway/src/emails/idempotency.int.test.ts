import type { SendEmailResponse } from '@postrider/contracts/emails';
import { createApiKey, createDomain, createOrganization, type ApiKeyFixture } from '@postrider/testkit';
import type { Answer, TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { createTurnedClock } from '../../test/turned-clock';

const clock = createTurnedClock();
let replica: TestApi;

const api = useApi({ clock, shared: true });
beforeAll(async () => {
  replica = await api.startReplica({ clock });
  await api.createDomain({ name: 'mail.acme.test' });
});

const plain = { from: 'hi@mail.acme.test', to: 'ada@example.com', subject: 'Hello', text: 'Hi' };

interface Call {
  readonly via?: TestApi;
  readonly key?: ApiKeyFixture;
  readonly header?: string;
  readonly fields?: object;
}

const send = ({ via = api, key = api.key, header, fields = {} }: Call): Promise<Answer<SendEmailResponse>> =>
  via.send('/emails', {
    method: 'POST',
    key,
    body: { ...plain, ...fields },
    ...(header !== undefined && { headers: { 'idempotency-key': header } }),
  });
const isReplay = ({ headers }: Answer<unknown>): boolean => headers.get('idempotent-replayed') === 'true';
const storedWith = async (subject: string): Promise<number> => {
  const { rows } = await api.pool.query<{ count: string }>(
    'SELECT count(*) FROM messages WHERE subject = $1',
    [subject],
  );
  return Number(rows[0]?.count);
};

describe('the same idempotency key', () => {
  it('is answered with the stored response, also with another body and by the field instead of the header', async () => {
    const first = await send({ header: 'order-1' });
    const second = await send({ header: 'order-1', fields: { subject: 'Other' } });
    const third = await send({ fields: { idempotency_key: 'order-1' } });
    expect([first, second, third].map(isReplay)).toEqual([false, true, true]);
    expect(new Set([first, second, third].map(({ body }) => body.id)).size).toBe(1);
    expect(await storedWith('Other')).toBe(0);
  });

  it('sends once, however many calls come at the same time, on two gateways', async () => {
    const calls = Array.from({ length: 50 }, (_, index) =>
      send({ via: index % 2 ? api : replica, header: 'rush', fields: { subject: 'Rush' } }),
    );
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await storedWith('Rush')).toBe(1);
  });

  it('is answered with the suppressed addresses and warnings of the first call, whatever changed since', async () => {
    const { pool } = api;
    const suppress = `INSERT INTO suppressions (id, organization_id, email, reason) VALUES (gen_random_uuid(), $1, $2, 'manual')`;
    await pool.query(suppress, [api.organizationId, 'gone@example.com']);
    const fields = { to: ['gone@example.com', 'ada@gmial.com'] };
    const first = await send({ header: 'findings', fields });
    await pool.query(suppress, [api.organizationId, 'ada@gmial.com']);
    const second = await send({ header: 'findings', fields, via: replica });
    expect(isReplay(second)).toBe(true);
    expect(second.body).toEqual(first.body);
    expect(first.body.suppressed).toEqual(['gone@example.com']);
    expect(first.body.warnings).toHaveLength(1);
  });

  it('is answered with the stored response also while sending is paused, and when its domain is not verified any more', async () => {
    const { pool } = api;
    const { id } = await createOrganization(pool);
    const domain = await createDomain(pool, { organizationId: id });
    const key = await createApiKey(pool, { organizationId: id });
    const fields = { from: `a@${domain.name}` };
    const first = await send({ key, fields, header: 'before' });
    const later = async () => {
      await api.bumpCacheVersion(id);
      const [again, other] = [
        await send({ key, fields, header: 'before' }),
        await send({ key, fields, header: 'after' }),
      ];
      expect([again.status, again.body.id]).toEqual([200, first.body.id]);
      return other.refusal;
    };
    await pool.query(`UPDATE domains SET status = 'failed' WHERE id = $1`, [domain.id]);
    expect(await later()).toBe('422 domain_not_verified');
    await pool.query(`UPDATE domains SET status = 'verified' WHERE id = $1`, [domain.id]);
    await pool.query('UPDATE organizations SET sending_paused_at = now() WHERE id = $1', [id]);
    expect(await later()).toBe('403 sending_paused');
  });

  it('is another one in test mode and in another organization', async () => {
    const { pool } = api;
    const { id } = await createOrganization(pool);
    await createDomain(pool, { organizationId: id, name: 'mail.other.test' });
    const [other, test] = await Promise.all([
      createApiKey(pool, { organizationId: id }),
      api.createKey({ mode: 'test' }),
    ]);
    const answers = await Promise.all([
      send({ header: 'mine' }),
      send({ header: 'mine', key: test }),
      send({ header: 'mine', key: other, fields: { from: 'a@mail.other.test' } }),
    ]);
    expect(answers.map(isReplay)).toEqual([false, false, false]);
  });

  it('is free again after a refused call', async () => {
    expect((await send({ header: 'mended', fields: { to: 'no-address' } })).refusal).toBe(
      '422 validation_error',
    );
    const mended = await send({ header: 'mended' });
    expect([mended.status, isReplay(mended)]).toEqual([200, false]);
  });

  it('is free again after a day; for a scheduled email a day after its time', async () => {
    const inTwoDays = new Date(clock.now().getTime() + 48 * 3_600_000).toISOString();
    const first = await send({ header: 'daily' });
    const scheduled = await send({ header: 'scheduled', fields: { scheduled_at: inTwoDays } });
    clock.forward(25 * 3_600_000);
    const second = await send({ header: 'daily' });
    expect([isReplay(second), second.body.id === first.body.id]).toEqual([false, false]);
    expect((await send({ header: 'scheduled' })).body.id).toBe(scheduled.body.id);
  });
});

it('a key in header and field that differ, or that is none, is refused', async () => {
  const refused = [
    await send({ header: 'a', fields: { idempotency_key: 'b' } }),
    await send({ header: 'k'.repeat(257) }),
    await send({ header: '' }),
    await send({ fields: { idempotency_key: '' } }),
  ];
  expect(refused.map(({ refusal }) => refusal)).toEqual(refused.map(() => '422 validation_error'));
  expect((await send({ header: 'same', fields: { idempotency_key: 'same' } })).status).toBe(200);
});
