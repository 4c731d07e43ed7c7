import { screen, waitFor } from '@testing-library/react';
import { Refusal, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const broadcast = {
  ...{ object: 'broadcast', id: 'b1', name: 'May news', status: 'draft', phase: 'draft', segment_id: 's1' },
  ...{ topic: 'news', from: 'Acme <news@acme.example>', reply_to: null, subject: 'News', preview_text: null },
  ...{ html: '<p>News</p>', text: null, template: null, ab_test: null, parent_id: null, scheduled_at: null },
  track: { opens: true, clicks: false },
  ...{ paused_at: null, canceled_at: null, send_at_local: null, send_on_local: null },
  ...{ timezone_property: null, default_timezone: null },
  created_at: '2026-11-20T10:00:00.000Z',
};
const clipped = {
  ...{ code: 'clipped', severity: 'error', field: 'html' },
  message: 'The HTML has 130 kB with its tracked links and footer.',
};
const answers = (findings: readonly object[]): Answers => ({
  'GET /broadcasts/b1': broadcast,
  'GET /broadcasts/b1/estimate': {
    ...{ contacts: 2, recipients: 2, expected_seconds: 1 },
    sample: { contacts: 2, suppressed: 0, unsubscribed: 0 },
    limits: { monthly_remaining: null, daily_remaining: null, domain_daily_cap: null, warming_up: false },
  },
  'POST /broadcasts/b1/preview': { subject: 'News', html: '<p>News, Ada</p>', text: null },
  'POST /emails/check': { object: 'email_check', size_bytes: 130_000, findings },
  'POST /broadcasts/b1/send': { ...broadcast, status: 'scheduled', phase: 'scheduled' },
});
const review = '/broadcasts/b1?step=review';
const sendButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Send now' });

it('checks what a recipient would get', async () => {
  const { requests } = openConsole(review, answers([]));
  await screen.findByText('Nothing found.');
  expect((await sendButton()).disabled).toBe(false);
  expect(requests.find(({ path }) => path === '/emails/check')?.body).toEqual({
    ...{ from: broadcast.from, to: 'ada@example.com', subject: 'News', html: '<p>News, Ada</p>' },
    ...{ kind: 'broadcast.check', track: broadcast.track },
  });
});

it('an error keeps the broadcast back until it is overridden, and the request names it', async () => {
  const { user, requests } = openConsole(review, answers([clipped]));
  await screen.findByText(/130 kB/);
  expect((await sendButton()).disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: /Send with this error/ }));
  await waitFor(async () => expect((await sendButton()).disabled).toBe(false));
  await user.click(await sendButton());
  await user.type(await screen.findByRole('textbox', { name: 'Confirmation' }), '2{Enter}');
  await waitFor(() =>
    expect(requests.find(({ path }) => path === '/broadcasts/b1/send')?.body).toEqual({
      overridden_findings: ['clipped'],
    }),
  );
});

it('warnings and notes keep nothing back', async () => {
  const warning = { code: 'missing_alt', severity: 'warning', field: 'html', line: 3, message: 'No alt.' };
  const note = { code: 'client_support', severity: 'info', message: 'A note.', clients: ['Yahoo'] };
  openConsole(review, answers([warning, note]));
  await screen.findByText('No alt.');
  screen.getByText('HTML, line 3', { exact: false });
  screen.getByText('1 note');
  expect((await sendButton()).disabled).toBe(false);
});

it('a check that cannot be made keeps nothing back', async () => {
  openConsole(review, { ...answers([]), 'POST /emails/check': new Refusal(429, 'rate_limited') });
  await screen.findByText('Refused: rate_limited');
  expect((await sendButton()).disabled).toBe(false);
});
