import { eventually } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

const api = useApi({ alone: true, stream: 'transactional', key: { mode: 'test', permission: 'SEND' } });

it('searches of one organization read contents one after the other', async () => {
  const email = { from: `hello@${api.domain.name}`, to: 'ada@example.com', subject: 'Hello', text: 'Hi.' };
  await api.post('/emails', api.key, email);
  const blocker = await api.pool.connect();
  const waiting = async (): Promise<number> => {
    const { rows } = await blocker.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.count ?? 0;
  };
  await blocker.query('BEGIN; LOCK TABLE message_contents');
  const searches = Array.from({ length: 4 }, () => api.get<{ data: object[] }>('/inbox?search=hi'));
  await eventually(async () => (await waiting()) > 0);
  // Time for the others to come as far: their requests were sent before these.
  for (let n = 0; n < 20; n += 1) expect((await api.get('/emails')).status).toBe(200);
  expect(await waiting()).toBe(1);
  await blocker.query('COMMIT');
  blocker.release();
  for (const { body } of await Promise.all(searches)) expect(body.data).toHaveLength(1);
});
