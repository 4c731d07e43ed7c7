import { screen, within } from '@testing-library/react';
import { listOf, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';
import type { Waiting } from '../../api/types';
import { waitingNames } from '../../texts/waiting';

const minuteMs = 60_000;
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * minuteMs).toISOString();
const acceptedAt = inMinutes(-20);

const email = {
  ...{ id: 'one', to: ['Ada <ada@gmail.com>'], cc: [], bcc: [], from: 'b@example.com', subject: 'Invoice' },
  ...{ last_event: 'queued', mode: 'live', kind: null, created_at: acceptedAt, sent_at: null, waiting: null },
  ...{ html: null, text: 'Hello', reply_to: null, tags: null, attachments: [], holds: [], metadata: null },
  ...{ claimed_at: null, scheduled_at: null, expires_at: null, message_id: null, events_truncated: false },
  events: [{ type: 'queued', recipient: 'ada@gmail.com', at: acceptedAt }],
};
const waiting = (changes: Partial<Waiting>): Waiting => ({
  ...{ cause: 'retry', actor: 'none', since: inMinutes(-5), next_attempt_at: inMinutes(3) },
  ...{ advice: 'No action needed: the last attempt failed.', detail: null, ...changes },
});
const times = (organization: unknown, platform: unknown) => ({
  ...{ object: 'email_delivery_times', id: 'one' },
  data: [{ provider: 'google', recipients: ['ada@gmail.com'], organization, platform }],
});
const usual = { p50: 4, p95: 12 };
const asUsual = { seconds_to_delivery: usual, usual_seconds: usual };

const received = {
  ...{ object: 'deliverability', days: 7, domain: 'example.com', findings: [], google_postmaster: null },
  providers: [
    {
      ...{ provider: 'google', recipients: 1_250, delivered: 1_231, deferred: 0, blocked: 0, bounced: 19 },
      ...{ complained: 0, seconds_to_delivery: null, usual_seconds: null, replies: [] },
    },
  ],
};
const finding = (code: string, subject: string) => ({
  ...{ code, severity: 'error', subject, since: null, evidence: [`Seen at ${subject}.`], advice: 'Fix it.' },
});

const answersOf = (changes: object, more: Answers = {}): Answers => ({
  'GET /emails/one': { ...email, ...changes },
  'GET /emails/one/attempts': listOf([]),
  'GET /emails/one/delivery-times': times(asUsual, asUsual),
  'GET /deliverability': received,
  'GET /emails/one/webhook-deliveries': listOf([]),
  'GET /suppressions': listOf([]),
  'GET /inbound': listOf([]),
  'GET /api-logs': listOf([]),
  ...more,
});
async function open(changes: object, more: Answers = {}): Promise<string> {
  openConsole('/emails/one', answersOf(changes, more));
  await screen.findByText(/^Usually 4 s at Gmail/);
  return screen.getByRole('region', { name: 'State of the email' }).textContent;
}

describe('the page of an email that waits', () => {
  it('begins with the cause, since when, the next attempt and what to do', async () => {
    const text = await open({ waiting: waiting({ detail: 'rate: 421 4.7.0 Too many messages, slow down' }) });
    expect(text).toMatch(
      /^Waiting since \d\d:\d\d.*: Gmail asked us to slow down\. Next attempt in 3 min\. \(\d\d:\d\d/,
    );
    expect(text).toContain('No action needed: the last attempt failed.');
    expect(text).toContain('rate: 421 4.7.0 Too many messages, slow down');
    expect(text).toContain('Usually 4 s at Gmail at this hour (95 % within 12 s). Now 4 s.');
  });

  it('names who must act', async () => {
    const advice = 'An admin can resume it.';
    const text = await open({
      waiting: waiting({ cause: 'sending_paused', actor: 'sender', advice, next_attempt_at: null }),
    });
    expect(text).toContain('Sending is paused for this organization.');
    expect(text).toContain(`For you to fix. ${advice}`);
    expect(text).not.toContain('Next attempt');
  });

  it('has the word of the list beside its id', async () => {
    await open({ scheduled_at: inMinutes(3), waiting: waiting({ cause: 'scheduled' }) });
    // The badge, and the step of the timeline.
    expect(screen.getAllByText('Scheduled')).toHaveLength(2);
    expect(screen.queryByText('Queued')).toBeNull();
  });

  it('says as a sentence how many go first, and how fast they leave', async () => {
    const detail = '70 earlier emails are due; about 240 leave the queue each minute';
    const text = await open({ waiting: waiting({ cause: 'backlog', detail }) });
    expect(text).toContain(`${detail}.`);
  });

  it('says when scheduled mail is sent, and that a time that has passed is due', async () => {
    expect(await open({ waiting: waiting({ cause: 'scheduled' }) })).toMatch(
      /^Scheduled\. It is sent in 3 min\./,
    );
  });

  it.each(Object.keys(waitingNames) as Waiting['cause'][])('has a sentence for %s', async (cause) => {
    const text = await open({ waiting: waiting({ cause, next_attempt_at: inMinutes(-1) }) });
    expect(text).toMatch(/^(?:Waiting since|Scheduled)/);
  });

  it('says that a provider is slow for everyone, or for this organization alone', async () => {
    const slow = { ...asUsual, seconds_to_delivery: { p50: 120, p95: 300 } };
    expect(
      await open({ waiting: waiting({}) }, { 'GET /emails/one/delivery-times': times(slow, slow) }),
    ).toContain('Now 2 min, for everyone on this platform.');
  });
});

describe('the page of a delivered email', () => {
  const deliveredAt = inMinutes(-19);
  const delivered = {
    last_event: 'delivered',
    events: [...email.events, { type: 'delivered', recipient: 'ada@gmail.com', at: deliveredAt }],
  };
  const attempt = {
    ...{ object: 'delivery_attempt', recipient: 'ada@gmail.com', round: 1, host: 'mx1', transport: 'mx' },
    ...{ source_address: null, tls: null, result: 'accepted', reply_code: 250, diagnosis: null },
    ...{ started_at: new Date(Date.parse(deliveredAt) - 400).toISOString(), finished_at: deliveredAt },
    ...{ reply: '250 2.0.0 OK', next_attempt_at: null, conversation: null },
    phases: [
      { phase: 'accepted', at: acceptedAt, after_ms: null },
      { phase: 'claimed', at: acceptedAt, after_ms: 30 },
      { phase: 'connected', at: deliveredAt, after_ms: 40 },
      { phase: 'tls', at: deliveredAt, after_ms: 60 },
      { phase: 'data', at: deliveredAt, after_ms: 20 },
      { phase: 'reply', at: deliveredAt, after_ms: 1_200 },
    ],
  };

  it('says who accepted it, with which reply, and that the inbox cannot be seen', async () => {
    const claimedAt = new Date(Date.parse(acceptedAt) + 30).toISOString();
    const claimed = { ...delivered, claimed_at: claimedAt };
    const text = await open(claimed, { 'GET /emails/one/attempts': listOf([attempt]) });
    expect(text).toMatch(/Accepted by Gmail at \d\d:\d\d.* with this reply:250 2\.0\.0 OK/);
    expect(text).toContain('Whether it is in the inbox cannot be seen.');
    const timeline = screen.getByRole('list', { name: 'Timeline of ada@gmail.com' });
    within(timeline).getByText('+30 ms');
    within(timeline).getByText('Took 400 ms');
    within(timeline).getByText('Claimed +30 ms → Connected +40 ms → TLS +60 ms → DATA +20 ms → Reply +1.2 s');
  });

  it('has the evidence of the provider and the domain', async () => {
    const { requests } = openConsole('/emails/one', answersOf(delivered));
    await screen.findByText(
      'In the last 7 days, Gmail accepted email from example.com for 1,231 of 1,250 recipients (98.48%). It sends no complaint reports.',
    );
    screen.getByRole('link', { name: 'No deliverability problems found for example.com' });
    const asked = requests.filter(({ path }) => path === '/deliverability');
    expect(asked.map(({ query }) => query.toString())).toEqual(['days=7&domain=example.com']);
  });

  it('shows findings about that domain or provider alone, and what Google says', async () => {
    const codes = [
      finding('complaints_high', 'example.com'),
      finding('blocked_by_provider', 'google'),
      finding('bounces_high', 'other.example'),
      finding('slower_than_usual', 'yahoo'),
    ];
    const google = { domain: 'example.com', day: '2026-11-20', spam_rate: 0.0012 };
    openConsole(
      '/emails/one',
      answersOf(delivered, {
        'GET /deliverability': { ...received, findings: codes, google_postmaster: { domains: [google] } },
      }),
    );
    await screen.findByText('Google Postmaster Tools: spam rate 0.12% on 2026-11-20.');
    const answer = within(screen.getByRole('region', { name: 'State of the email' }));
    answer.getByText(/Seen at example\.com\./);
    answer.getByText(/Seen at google\./);
    expect(answer.queryByText(/other\.example|yahoo/)).toBeNull();
    answer.getByRole('link', { name: 'Open Deliverability' });
  });

  it('asks for no evidence while the email waits', async () => {
    const { count } = openConsole('/emails/one', answersOf({ waiting: waiting({}) }));
    await screen.findByText(/^Usually 4 s at Gmail/);
    expect(count('GET /deliverability')).toBe(0);
  });

  it('claims no reply for a delivery that was reported later', async () => {
    const earlier = { ...attempt, finished_at: inMinutes(-20) };
    const text = await open(delivered, { 'GET /emails/one/attempts': listOf([earlier]) });
    expect(text).toMatch(/Accepted by Gmail at \d\d:\d\d/);
    expect(text).not.toContain('reply');
  });
});

it('a list shows why email waits in place of its status', async () => {
  openConsole('/emails', {
    'GET /emails': listOf([
      { ...email, id: 'one', waiting: waiting({ cause: 'warm_up' }) },
      { ...email, id: 'two', last_event: 'delivered' },
    ]),
  });
  await screen.findByText('Warm-up');
  screen.getByText('Delivered');
  expect(screen.queryByText('Queued')).toBeNull();
});
