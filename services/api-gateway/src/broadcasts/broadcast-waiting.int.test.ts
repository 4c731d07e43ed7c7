import type { BroadcastResource } from '@postrider/contracts/broadcasts';
import { useApi } from '../../test/use-api';

const api = useApi({ stream: 'bulk' });

let id: string;
beforeEach(async () => {
  await api.post('/topics', api.key, { slug: 'news', name: 'News', default_opt_in: true });
  const segment = { name: 'All', filter: { all: [] } };
  const { body } = await api.post<{ id: string }>('/segments', api.key, segment);
  const created = await api.post<BroadcastResource>('/broadcasts', api.key, {
    ...{ name: 'May', segment_id: body.id, topic: 'news', from: `news@${api.domain.name}` },
    ...{ subject: 'Hi', html: '<p>{{ unsubscribe_url }}</p>' },
  });
  id = created.body.id;
});

const waiting = async (sets: string): Promise<object | null> => {
  await api.pool.query(`UPDATE broadcasts SET ${sets} WHERE id = $1`, [id]);
  const { body } = await api.get<BroadcastResource>(`/broadcasts/${id}`);
  expect(body.waiting_for).toBe(body.waiting?.detail ?? null);
  const list = await api.get<{ data: BroadcastResource[] }>('/broadcasts');
  expect(list.body.data[0]?.waiting).toEqual(body.waiting);
  return body.waiting;
};

/** As the turn of a worker ends. */
const kept = (obstacle: string, detail: string): string =>
  `status = 'scheduled', scheduled_at = now(), started_at = now(), waiting_for = '${detail}', turn_at = now() + interval '1 min',
   waiting = jsonb_build_object('obstacle', '${obstacle}', 'detail', '${detail}', 'since', '2026-11-20T10:00:00Z', 'until', null)`;

it.each([
  ['domain', 'x.test is not verified (domain_not_verified)', { cause: 'domain', actor: 'sender' }],
  ['content', 'the segment was deleted (unknown_segment)', { cause: 'retry', actor: 'sender' }],
  ['daily_cap', 'the daily limit is reached: continues tomorrow', { cause: 'daily_cap', actor: 'none' }],
  ['busy', 'an internal error occurred; it will be retried', { cause: 'retry', actor: 'none' }],
  ['sending', 'the last emails are still being sent', { cause: 'sending', actor: 'none' }],
])('what a worker has found is shown with the cause of an email: %s', async (obstacle, detail, expected) => {
  expect(await waiting(kept(obstacle, detail))).toEqual({
    ...expected,
    ...{ detail, since: '2026-11-20T10:00:00.000Z' },
    ...{ next_attempt_at: expect.any(String), advice: expect.any(String) },
  });
});

it('waits for nothing as a draft, once it is sent, and while it goes on', async () => {
  expect(await waiting('waiting_for = NULL')).toBeNull();
  expect(await waiting(`status = 'scheduled', scheduled_at = now(), started_at = now()`)).toBeNull();
  expect(await waiting(`status = 'sent', finished_at = now()`)).toBeNull();
});

it('an operator who holds it comes before its sender who paused it, and both before what a worker has found', async () => {
  expect(await waiting(kept('domain', 'x.test is not verified'))).toMatchObject({ cause: 'domain' });
  expect(await waiting('paused_at = now(), waiting_for = NULL')).toMatchObject({ cause: 'sending_paused' });
  const held = `held_at = now(), waiting_for = 'an operator decides about it, after a restored backup'`;
  expect(await waiting(held)).toMatchObject({ cause: 'restoration_hold', actor: 'platform' });
});

it('a text of a worker of the release before, which names no cause, is not explained by an older cause', async () => {
  await waiting(kept('domain', 'x.test is not verified'));
  await api.pool.query(`UPDATE broadcasts SET waiting_for = 'sending is paused' WHERE id = $1`, [id]);
  const { body } = await api.get<BroadcastResource>(`/broadcasts/${id}`);
  expect(body).toMatchObject({ waiting_for: 'sending is paused', waiting: null });
});
