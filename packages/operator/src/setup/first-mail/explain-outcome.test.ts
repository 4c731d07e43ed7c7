import { adviseWaiting } from '@postrider/contracts/emails';
import { explainOutcome } from './explain-outcome';

type Email = Parameters<typeof explainOutcome>[0];
type Event = Email['events'][number];

const at = '2026-11-28T00:00:00Z';
const email = (
  last_event: Email['last_event'],
  event: Partial<Event> = {},
  waiting: Email['waiting'] = null,
): Email => ({
  ...{ last_event, waiting },
  events: [{ type: 'queued', recipient: 'ada@example.com', at, ...event }],
});

it('says what the receiving server answered', () => {
  const reply = { host: 'mx.example.com', code: 250, text: '2.0.0 OK: queued as 4f1a9c' };
  const outcome = explainOutcome(email('delivered', { type: 'delivered', reply }));
  expect(outcome).toMatchObject({ kind: 'delivered' });
  expect(outcome.lines[0]).toBe('Delivered. mx.example.com answered: 250 2.0.0 OK: queued as 4f1a9c');
});

it('explains a blocked port 25', () => {
  const detail = 'connect to mx.example.com [192.0.2.1]:25: ETIMEDOUT';
  const waiting: NonNullable<Email['waiting']> = {
    ...{ cause: 'site_suspended', ...adviseWaiting('site_suspended'), since: at, detail },
    next_attempt_at: '2026-11-28T00:05:00Z',
  };
  const { kind, lines } = explainOutcome(email('queued', { type: 'delivery_delayed', detail }, waiting));
  expect(kind).toBe('waiting');
  expect(lines).toEqual([
    `Not delivered yet. ${waiting.advice} The next attempt is at 2026-11-28T00:05:00Z.`,
    detail,
    expect.stringContaining('blocks port 25'),
  ]);
});

it('names the log of a worker that is missing', () => {
  const waiting: NonNullable<Email['waiting']> = {
    ...{ cause: 'no_worker', ...adviseWaiting('no_worker'), since: at },
    ...{ detail: null, next_attempt_at: null },
  };
  expect(explainOutcome(email('queued', {}, waiting)).lines).toEqual([
    `Not delivered yet. ${waiting.advice}`,
    'See journalctl -u postrider@send-worker.',
  ]);
});

it('says why it was refused, and what to do', () => {
  const reply = { host: 'mx.example.com', code: 550, text: '5.7.25 no PTR record' };
  const diagnosis = {
    class: 'auth',
    actor: 'platform',
    advice: 'Set the reverse DNS.',
  } as Event['diagnosis'];
  const { kind, lines } = explainOutcome(email('bounced', { type: 'bounced', reply, diagnosis }));
  expect(kind).toBe('ended');
  expect(lines).toEqual([
    'Not delivered: the email is bounced.',
    'mx.example.com answered: 550 5.7.25 no PTR record',
    'Set the reverse DNS.',
  ]);
});
