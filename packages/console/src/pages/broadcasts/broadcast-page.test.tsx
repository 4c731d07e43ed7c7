import { screen, within } from '@testing-library/react';
import { listOf, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const counts = {
  ...{
    recipients: 900,
    waiting: 600,
    submitted: 300,
    suppressed: 0,
    unsubscribed: 0,
    over_quota: 0,
    invalid: 0,
  },
  ...{ canceled: 0, sent: 300, delivered: 290, bounced: 0, complained: 0, failed: 0, opened: 0, clicked: 0 },
  unsubscribed_by_link: 0,
};
const broadcast = {
  ...{ object: 'broadcast', id: 'broadcast-1', name: 'May news', status: 'scheduled', phase: 'sending' },
  ...{
    segment_id: 'segment-1',
    audience: 'segment',
    topic: 'news',
    from: 'news@example.com',
    reply_to: null,
  },
  ...{ subject: 'News', preview_text: null, template: null, html: '<p>Hello</p>', text: null, ab_test: null },
  ...{ track: { opens: false, clicks: false }, counts, winner: null, waiting_for: null, parent_id: null },
  ...{ created_at: '2026-11-20T10:00:00.000Z', scheduled_at: '2026-11-20T10:00:00.000Z' },
  ...{ sent_at: '2026-11-20T10:00:00.000Z', decide_at: null, finished_at: null, canceled_at: null },
  ...{
    paused_at: null,
    tested_at: null,
    utm: null,
    in_archive: true,
    send_at_local: null,
    send_on_local: null,
    timezone_property: null,
  },
  default_timezone: null,
};
const report: Answers = {
  'GET /broadcasts': listOf([]),
  'GET /topics': listOf([{ slug: 'news', name: 'Company news' }]),
  'GET /broadcasts/broadcast-1/links': listOf([]),
  'GET /broadcasts/broadcast-1/recipients': listOf([]),
  'GET /broadcasts/broadcast-1/series': { object: 'broadcast_series', interval: 'hour', series: [] },
  'GET /segments/segment-1': { id: 'segment-1', name: 'Customers', filter: { all: [] } },
  'POST /broadcasts/broadcast-1/preview': {
    ...{ subject: 'News', preview_text: null, html: '<p>Hello</p>', text: null },
  },
};
const paused = {
  ...{ ...broadcast, paused_at: '2026-11-20T10:05:00.000Z', waiting_for: 'the broadcast is paused' },
};

it('says why it waits, in the words of an email, and who must act', async () => {
  openConsole('/broadcasts/broadcast-1', {
    ...report,
    'GET /broadcasts/broadcast-1': {
      ...broadcast,
      waiting_for: 'example.com is not verified (domain_not_verified)',
      waiting: {
        ...{ cause: 'domain', actor: 'sender', advice: 'Make the sending domain usable again.' },
        ...{ since: '2026-11-20T10:00:00.000Z', next_attempt_at: null },
        detail: 'example.com is not verified (domain_not_verified)',
      },
    },
  });
  const status = await screen.findByRole('status', { name: 'The broadcast is waiting: Domain' });
  expect(status.textContent).toContain('Make the sending domain usable again.');
  expect(status.textContent).toContain('example.com is not verified');
});

it('pauses and resumes a broadcast that is being sent, and says what that means', async () => {
  // The page reads the broadcast again and again while it is being sent.
  let now: object = broadcast;
  const becomes = (next: object) => () => (now = next);
  const answers: Answers = {
    ...report,
    'GET /broadcasts/broadcast-1': () => now,
    'POST /broadcasts/broadcast-1/pause': becomes(paused),
    'POST /broadcasts/broadcast-1/resume': becomes(broadcast),
  };
  const { user, count } = openConsole('/broadcasts/broadcast-1', answers);
  const confirm = async (action: string) => {
    await user.click(await screen.findByRole('button', { name: action }));
    const dialog = within(await screen.findByRole('dialog', { name: `${action} this broadcast?` }));
    await user.click(dialog.getByRole('button', { name: action }));
  };
  await screen.findByRole('button', { name: 'Pause' });
  expect(screen.queryByText('Paused')).toBeNull();
  await confirm('Pause');
  await screen.findByText('Broadcast paused');
  const status = within(await screen.findByRole('status', { name: 'Paused' }));
  status.getByText(/No further emails are created until the broadcast is resumed/);
  expect(screen.queryByRole('status', { name: /is waiting/ })).toBeNull();
  await confirm('Resume');
  await screen.findByText('Broadcast resumed');
  await screen.findByRole('button', { name: 'Pause' });
  expect([count('POST /broadcasts/broadcast-1/pause'), count('POST /broadcasts/broadcast-1/resume')]).toEqual(
    [1, 1],
  );
});
