import type { InboxEmail, InboxEmailSummary } from '@postrider/contracts/inbox';
import { useApi } from '../../test/use-api';

const api = useApi({
  limits: { inboxLiveEmail: true },
  stream: 'transactional',
  key: { mode: 'live', permission: 'SEND' },
});

it('in a development stack, live emails are read in the inbox, with any key, and deleted from it', async () => {
  const test = await api.createKey({ mode: 'test', permission: 'SEND' });
  const content = Buffer.from('Terms').toString('base64');
  const email = {
    from: `hello@${api.domain.name}`,
    to: 'ada@example.com',
    subject: 'Hello',
    text: 'Code: 481516',
  };
  const sent = await api.post<{ id: string }>('/emails', api.key, {
    ...email,
    attachments: [{ filename: 'terms.txt', content }],
  });
  const { id } = sent.body;
  const simulated = (await api.post<{ id: string }>('/emails', test, email)).body.id;
  for (const key of [api.key, test]) {
    const { data } = (await api.get<{ data: InboxEmailSummary[] }>('/inbox?search=481516', key)).body;
    expect(data.map((each) => [each.id, each.mode])).toEqual([
      [simulated, 'test'],
      [id, 'live'],
    ]);
    const { body } = await api.get<InboxEmail>(`/inbox/${id}`, key);
    expect(body).toMatchObject({ mode: 'live', text: 'Code: 481516', codes: ['481516'] });
    expect((await api.get(`/inbox/${id}/source`, key)).text).toContain('Code: 481516');
    expect((await api.get(`/inbox/${id}/attachments/0`, key)).text).toBe('Terms');
  }
  expect((await api.delete('/inbox')).body).toMatchObject({ deleted: 0 });
  await api.pool.query(
    `UPDATE messages SET status = 'delivered', final_at = now() WHERE organization_id = $1`,
    [api.organizationId],
  );
  expect((await api.delete('/inbox')).body).toMatchObject({ deleted: 2 });
  expect((await api.get(`/inbox/${id}`)).refusal).toBe('404 not_found');
  expect((await api.get<InboxEmail>(`/emails/${id}`)).body.text).toBeNull();
});
