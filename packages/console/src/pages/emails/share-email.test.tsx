import { screen, within } from '@testing-library/react';
import { listOf, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const at = '2026-11-20T10:00:00.000Z';
const email = {
  ...{ id: 'one', to: ['ada@gmail.com'], cc: [], bcc: [], from: 'b@example.com', subject: 'Invoice' },
  ...{ last_event: 'delivered', mode: 'live', kind: null, created_at: at, sent_at: at, waiting: null },
  ...{ html: null, text: 'Hello', reply_to: null, tags: null, attachments: [], holds: [], metadata: null },
  ...{ claimed_at: null, scheduled_at: null, expires_at: null, message_id: null, events_truncated: false },
  events: [{ type: 'queued', recipient: 'ada@gmail.com', at }],
};
const link = {
  ...{ object: 'share_link', id: 'link-1', email_id: 'one', with_content: false, created_by: 'Ada' },
  ...{ created_at: at, expires_at: '2026-11-27T10:00:00.000Z', last_viewed_at: null },
};
const url = 'https://mail.example.com/s/pr_share_00';

it('creates a link, shows its URL once, and revokes it', async () => {
  let links: object[] = [];
  const answers: Answers = {
    'GET /emails/one': email,
    'GET /emails/one/attempts': listOf([]),
    'GET /emails/one/delivery-times': { object: 'email_delivery_times', id: 'one', data: [] },
    'GET /emails/one/webhook-deliveries': listOf([]),
    'GET /emails/one/share-links': () => listOf(links),
    'POST /emails/one/share-links': () => {
      links = [link];
      return { ...link, url };
    },
    'DELETE /emails/one/share-links/link-1': () => {
      links = [];
      return {};
    },
    'GET /suppressions': listOf([]),
    'GET /inbound': listOf([]),
    'GET /api-logs': listOf([]),
  };
  const { user, count } = openConsole('/emails/one', answers);
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share this email' }));
  await user.click(dialog.getByRole('button', { name: 'Create link' }));
  await dialog.findByText(url);
  await dialog.findByText('Created by Ada, without content');
  expect(count('POST /emails/one/share-links')).toBe(1);
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  const question = within(await screen.findByRole('dialog', { name: 'Revoke this link?' }));
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Link revoked');
  expect(count('DELETE /emails/one/share-links/link-1')).toBe(1);
});
