import { classifySmtpReply, classifyTransportFailure } from '@postrider/mail';
import { deferralOf, type DeferredAt } from './deferral-of';
import type { DeliveryEnd } from './delivery-states';

const mx: DeferredAt = { site: 'example.net', source: null, throttlesAsOne: true };
const relay: DeferredAt = { ...mx, throttlesAsOne: false };
const api: DeferredAt = { ...mx, takesOneRecipient: true };
const answer = { text: 'no', replyCode: 451, reply: null };
const until = new Date();

function refusal(code: number, text: string, stage: 'connect' | 'mail' | 'rcpt'): DeliveryEnd {
  const classification = classifySmtpReply({ code, text, stage, provider: null });
  return { state: stage === 'connect' ? 'connection_refused' : 'refused_for_now', classification, ...answer };
}

const noRoute = (failure: 'dns_unavailable' | 'tls_policy'): DeliveryEnd => ({
  ...{ state: 'no_route_for_now', classification: classifyTransportFailure(failure) },
  ...answer,
});

const suspended: DeliveryEnd = { state: 'suspended', until, failureClass: 'no_answer', reason: 'closed' };
const busy: DeliveryEnd = { state: 'busy', retryInMs: 0, failureClass: 'rate', reason: 'in use' };

test.each([
  ['greylisting', refusal(451, '4.7.1 Greylisted', 'rcpt'), mx, 'retry'],
  ['greylisting behind a smart host', refusal(451, '4.7.1 Greylisted', 'rcpt'), relay, 'retry'],
  ['a full mailbox behind a smart host', refusal(452, '4.2.2 Mailbox full', 'rcpt'), relay, 'retry'],
  [
    'a smart host that refuses our login',
    refusal(535, '5.7.8 Authentication failed', 'mail'),
    relay,
    'transport',
  ],
  [
    'a provider of which we ask too much',
    refusal(450, '4.7.28 SendGrid: 429 too many', 'mail'),
    api,
    'transport',
  ],
  ['a refused connection', refusal(421, '4.3.2 try later', 'connect'), mx, 'retry'],
  ['a refused connection to a smart host', refusal(421, '4.3.2 try later', 'connect'), relay, 'transport'],
  ['a suspended site', suspended, mx, 'site_suspended'],
  ['a suspended smart host', suspended, relay, 'transport'],
  ['a used budget', busy, mx, 'site_limit'],
  ['a used budget of a smart host', busy, relay, 'site_limit'],
  ['DNS that does not answer', noRoute('dns_unavailable'), null, 'dns'],
  ['a TLS policy that is not met', noRoute('tls_policy'), null, 'dns'],
  ['no source address', { state: 'no_source', until, reason: 'none' }, null, 'no_source'],
  ['no transport', { state: 'no_source', until, reason: 'none', lacks: 'transport' }, null, 'transport'],
  ['a locked key', { state: 'locked' }, null, 'domain'],
  ['a worker that closes', { state: 'closing' }, mx, null],
  ['a database that is away', { state: 'database_unavailable' }, mx, null],
] as const)('%s', (...[, end, destination, cause]) => {
  expect(deferralOf(end, { destination, detail: null })?.cause ?? null).toBe(cause);
});

test('it has the site with its source, the class and the words', () => {
  const source = {
    id: 's',
    address: '192.0.2.1',
    bindAddress: '192.0.2.1',
    helloName: 'a.test',
    family: 4,
  } as const;
  expect(deferralOf(busy, { destination: { ...mx, source }, detail: 'x'.repeat(900) })).toEqual({
    ...{ cause: 'site_limit', site: 'example.net from 192.0.2.1', failure: 'rate' },
    detail: 'x'.repeat(500),
  });
});
