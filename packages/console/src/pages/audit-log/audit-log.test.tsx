import { screen, within } from '@testing-library/react';
import { listOf } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const entry = (id: string, action: string, values: object) => ({
  ...{
    object: 'audit_entry',
    id,
    action,
    request_id: null,
    last_changed_at: null,
    before: null,
    after: null,
  },
  actor: { type: 'user', id: 'u1', name: 'Ada' },
  created_at: '2026-11-20T10:00:00.000Z',
  ...values,
});
const target = (type: string, name: string | null) => ({
  type,
  id: '01a1f3c0-7d2e-7000-8000-0000000000aa',
  name,
});

it('entries are sentences with names', async () => {
  const entries = [
    entry('1', 'topic.update', {
      target: target('topic', 'News'),
      ...{ before: { name: 'Nws', visibility: 'public' }, after: { name: 'News', visibility: 'public' } },
    }),
    entry('2', 'api_key.revoke', { target: target('api_key', null), before: { name: 'Production' } }),
    entry('3', 'invitation.create', { target: target('invitation', 'bob@example.com') }),
    entry('4', 'contact.erase', { target: target('contact', null) }),
    entry('5', 'site.suspend', {
      ...{ target: { type: 'site', id: 'mx.example.com', name: null } },
      actor: { type: 'system', id: null, name: null },
    }),
    entry('6', 'letter.post', { target: target('letter', null) }),
    entry('7', 'broadcast.update', {
      target: target('broadcast', 'May'),
      ...{ before: { html_sha256: 'a', text_sha256: 'b' }, after: { html_sha256: 'c', text_sha256: 'd' } },
    }),
  ];
  openConsole('/audit-log', { 'GET /audit-log': listOf(entries) });
  const table = within(await screen.findByRole('table', { name: 'Audit log' }));
  const rows = await table.findAllByRole('button');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Ada changed the name of the topic News',
    'Ada revoked the key Production',
    'Ada created the invitation of bob@example.com',
    'Ada erased a person',
    'Postrider suspended the site mx.example.com',
    'Ada made the change letter.post',
    'Ada changed the HTML and the text of the broadcast May',
  ]);
});
