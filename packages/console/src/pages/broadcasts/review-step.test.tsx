import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { listOf, Refusal, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';
import { starterBroadcast } from '../../editor/starter-document';

const broadcast = {
  ...{ object: 'broadcast', id: 'b1', name: 'May news', status: 'draft', phase: 'draft', segment_id: 's1' },
  ...{ topic: 'news', from: 'Acme <news@acme.example>', reply_to: null, subject: 'News', preview_text: null },
  ...{
    html: '<p>News</p>',
    text: null,
    document: null,
    template: null,
    ab_test: null,
    parent_id: null,
    scheduled_at: null,
  },
  ...{ track: { opens: true, clicks: false }, tested_at: null, utm: null, in_archive: true },
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
    sample: { contacts: 2, suppressed: 0, unsubscribed: 0, complete: true },
    limits: { monthly_remaining: null, daily_remaining: null, domain_daily_cap: null, warming_up: false },
  },
  'GET /segments/s1': { id: 's1', name: 'Customers', filter: { all: [] } },
  'GET /topics': listOf([{ slug: 'news', name: 'Company news' }]),
  'POST /broadcasts/b1/preview': {
    ...{ subject: 'News for Ada', preview_text: 'What is new', html: '<p>News, Ada</p>', text: null },
  },
  'POST /emails/check': { object: 'email_check', size_bytes: 130_000, findings },
  'POST /broadcasts/b1/send': { ...broadcast, status: 'scheduled', phase: 'scheduled' },
});
const review = '/broadcasts/b1?step=review';
const factOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
const sendButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Send now' });

it('checks what a recipient would get', async () => {
  const { requests } = openConsole(review, answers([]));
  await screen.findByText('Every image has an alternative text.');
  expect((await sendButton()).disabled).toBe(false);
  expect(requests.find(({ path }) => path === '/emails/check')?.body).toEqual({
    ...{ from: broadcast.from, to: 'ada@example.com', subject: 'News for Ada', html: '<p>News, Ada</p>' },
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

it('names the segment and counts who gets it, and who is left out and why', async () => {
  openConsole(review, {
    ...answers([]),
    'GET /broadcasts/b1/estimate': {
      ...{ contacts: 1_250, recipients: 1_200, expected_seconds: 12 },
      sample: { contacts: 1_250, suppressed: 20, unsubscribed: 30, complete: true },
      limits: { monthly_remaining: 9_000, daily_remaining: null, domain_daily_cap: null, warming_up: false },
    },
  });
  const recipients = await screen.findByRole('status', { name: 'Recipients' });
  await waitFor(() => expect(recipients.textContent).toContain('1,200'));
  await screen.findByRole('link', { name: 'Customers' });
  expect(factOf('Contacts in the segment')).toBe('1,250');
  expect(factOf('Excluded: suppressed address')).toBe('20');
  await waitFor(() => expect(factOf('Excluded: not subscribed to Company news')).toBe('30'));
  expect(factOf('Limits')).toBe('left this month: 9,000');
});

it('says that the numbers of a large segment are not exact', async () => {
  openConsole(review, {
    ...answers([]),
    'GET /broadcasts/b1/estimate': {
      ...{ contacts: 100_000, recipients: 95_000, expected_seconds: null },
      sample: { contacts: 2_000, suppressed: 100, unsubscribed: 0, complete: false },
      limits: { monthly_remaining: null, daily_remaining: null, domain_daily_cap: null, warming_up: false },
    },
  });
  await screen.findByText('About 95,000');
  expect(factOf('Excluded: suppressed address')).toBe('About 5,000');
});

it('shows the rendered subject and preview text as an inbox does', async () => {
  openConsole(review, answers([]));
  const inbox = await screen.findByRole('group', { name: 'In the inbox' });
  expect(inbox.textContent).toContain('News for Ada');
  expect(inbox.textContent).toContain('What is new');
});

it('warns when an example text is left in the email', async () => {
  openConsole(review, { ...answers([]), 'GET /broadcasts/b1': { ...broadcast, document: starterBroadcast } });
  await screen.findByText(/An example text is still in the email/);
  cleanup();
  const blocks = [{ type: 'paragraph', text: [{ type: 'text', text: 'We have moved.' }] }];
  const document = { version: 1, blocks };
  openConsole(review, { ...answers([]), 'GET /broadcasts/b1': { ...broadcast, document } });
  await screen.findByText('No example text is left.');
});

it('says whether a test of this content was sent', async () => {
  openConsole(review, answers([]));
  await screen.findByText(/No test was sent since the content changed/);
  cleanup();
  const tested = { ...broadcast, tested_at: new Date().toISOString() };
  openConsole(review, { ...answers([]), 'GET /broadcasts/b1': tested });
  await screen.findByText(/A test of this content was sent/);
});

it('schedules it for a time in the named zone, or for a local time of each contact', async () => {
  const { user, requests } = openConsole(review, answers([]));
  const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send now' });
  await waitFor(() => expect(send.disabled).toBe(false));
  await user.click(screen.getByRole('radio', { name: 'At a time' }));
  const schedule = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Schedule' });
  expect(schedule().disabled).toBe(true);
  screen.getByText(new RegExp(`Time zone: ${new Intl.DateTimeFormat().resolvedOptions().timeZone}`));
  fireEvent.change(screen.getByLabelText(/Date and time/), { target: { value: '2036-06-02T09:00' } });
  await user.click(screen.getByRole('radio', { name: 'At a local time of each contact' }));
  await user.click(schedule());
  await screen.findByText('It is sent on Monday, June 2 at 09:00, by the clock of each contact.');
  await user.type(await screen.findByRole('textbox', { name: 'Confirmation' }), '2{Enter}');
  await waitFor(() =>
    expect(requests.find(({ path }) => path === '/broadcasts/b1/send')?.body).toEqual({
      scheduled_at: new Date('2036-06-02T09:00').toISOString(),
      ...{ send_at_local: '09:00', timezone_property: 'timezone' },
      default_timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  );
});

it('a scheduled broadcast is paused before it is changed: half a sentence could be sent otherwise', async () => {
  const at = '2036-06-02T09:00:00.000Z';
  const scheduled = { ...broadcast, status: 'scheduled', phase: 'scheduled', scheduled_at: at };
  let now: object = scheduled;
  const { user } = openConsole(review, {
    ...answers([]),
    'GET /broadcasts/b1': () => now,
    'POST /broadcasts/b1/pause': () => (now = { ...scheduled, paused_at: '2026-11-20T10:05:00.000Z' }),
    'GET /domains': listOf([]),
  });
  const edit = await screen.findByRole('button', { name: 'Pause and edit' });
  await screen.findByRole('radio', { name: 'At a time', checked: true });
  expect(screen.queryByRole('button', { name: /Content/ })).toBeNull();
  // A test of it can be sent all the same.
  await user.click(await screen.findByRole('link', { name: 'Send a test' }));
  await screen.findByRole('button', { name: 'Send test' });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByRole('radio', { name: 'At a time', checked: true });
  await user.click(edit);
  await screen.findByRole('textbox', { name: 'Subject' });
  screen.getByRole('button', { name: 'Resume' });
});
