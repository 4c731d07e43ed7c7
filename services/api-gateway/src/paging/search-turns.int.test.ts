import { createInboundEmail, openTransaction } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

const api = useApi({ alone: true, stream: 'transactional' });

it.each([
  ['/inbox', 'test', 'message_contents'],
  ['/inbound', 'live', 'inbound_contents'],
] as const)('searches of one organization in %s read contents in turn', async (path, mode, contents) => {
  const key = await api.createKey({ mode, permission: 'SEND' });
  const email = { from: `hello@${api.domain.name}`, to: 'ada@example.com', subject: 'Hello', text: 'Hi.' };
  if (mode === 'test') await api.post('/emails', key, email);
  else await createInboundEmail(api.pool, { organizationId: api.organizationId, text: 'Hi.' });
  const blocker = await openTransaction(api.pool, `LOCK TABLE ${contents}`);
  const searches = Array.from({ length: 4 }, () => api.get<{ data: object[] }>(`${path}?search=hi`, key));
  await blocker.isWaitedFor();
  // Time for the others to come as far: their requests were sent before these.
  for (let n = 0; n < 20; n += 1) expect((await api.get('/emails', key)).status).toBe(200);
  expect(await blocker.waiting()).toHaveLength(1);
  await blocker.rollback();
  for (const { body } of await Promise.all(searches)) expect(body.data).toHaveLength(1);
});
