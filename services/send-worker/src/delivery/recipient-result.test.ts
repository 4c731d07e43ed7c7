import { SmtpConnectionError } from '@postrider/smtp-client';
import { aClaimedMessage } from '../../test/claimed-message.fixture';
import type { DeliveryOutcome } from '../transport/pool/delivery-session';
import { endsOfTransaction, type TransactionFacts } from './delivery-end';
import type { DeliveryEnd } from './delivery-states';
import { resultOf, type AttemptSoFar, type DeliveryContext } from './recipient-result';

const now = new Date('2026-11-24T10:30:00Z');
const message = aClaimedMessage({ firstAttemptAt: now });
const attempt: AttemptSoFar = {
  ...{
    destination: 'mx.test',
    sourceAddress: null,
    transport: null,
    tls: null,
    startedAt: now,
    isCommitted: true,
  },
  conversation: ['C: MAIL FROM:<a@b.test>', 'S: 250 Ok'],
  phases: [30, 50, 20, 300],
};
const context: DeliveryContext = {
  ...{ message, recipient: { ordinal: 0, address: 'jane@x.test' }, destination: null },
  ...{ now, random: () => 0.5, attempt },
};
const facts: TransactionFacts = {
  ...{ peer: 'mx.test', provider: null, isFinal: true, messageIdHeader: '<ours@shop.test>' },
  ...{ wasUsed: false, isExpired: false },
};

function endOf(outcome: DeliveryOutcome): DeliveryEnd {
  const [end] = endsOfTransaction([outcome], facts);
  if (!end) throw new Error('one outcome has one end');
  return end;
}

const minutesFrom = (date: Date | null | undefined): number =>
  ((date?.getTime() ?? 0) - now.getTime()) / 60_000;

describe('what was accepted', () => {
  const reply = { code: 250, text: '2.0.0 Ok' };

  it('by SMTP keeps our Message-ID', () => {
    const result = resultOf(endOf({ kind: 'accepted', reply }), context);
    expect(result.messageIdHeader).toBe('<ours@shop.test>');
    expect(result.outcome?.attempt).toMatchObject({
      providerMessageId: null,
      conversation: null,
      phases: [30, 50, 20, 300],
      unwritten: null,
    });
  });

  it.each(['<theirs@provider.test>', null])('by a provider that writes its own has %s', (theirs) => {
    const assigned = { providerMessageId: 'p-1', messageIdHeader: theirs };
    const result = resultOf(endOf({ kind: 'accepted', reply, assigned }), context);
    expect(result.messageIdHeader).toBe(theirs);
    expect(result.outcome?.attempt).toMatchObject({ providerMessageId: 'p-1' });
  });
});

describe('what was refused', () => {
  const busy = { kind: 'refused', command: 'RCPT', reply: { code: 450, text: '4.2.1 busy' } } as const;

  it('has what was said, bounded and without what PostgreSQL does not take', () => {
    const conversation = [...attempt.conversation, `S: \0${'x'.repeat(20_000)}`];
    const result = resultOf(endOf(busy), { ...context, attempt: { ...attempt, conversation } });
    const said = result.outcome?.attempt?.conversation ?? '';
    expect(said).toMatch(/^C: MAIL FROM:<a@b\.test>\nS: 250 Ok\nS: +x+/);
    expect(said.length).toBeLessThan(10_000);
    expect(said).not.toContain('\0');
  });

  it('before its row was committed has it written with the outcome', () => {
    const { outcome } = resultOf(endOf(busy), { ...context, attempt: { ...attempt, isCommitted: false } });
    expect(outcome?.attempt?.unwritten).toMatchObject({ destination: 'mx.test' });
  });

  it('without a server that was asked has no attempt', () => {
    expect(resultOf(endOf(busy), { ...context, attempt: null }).outcome?.attempt).toBeNull();
  });

  it('bounces when the time for retries is over, with the last answer', () => {
    const long = new Date(now.getTime() - 48 * 3_600_000);
    const result = resultOf(endOf(busy), { ...context, message: { ...message, firstAttemptAt: long } });
    expect(result).toMatchObject({
      retryAt: null,
      outcome: {
        ...{ status: 'bounced', bounceType: 'soft', attempt: { result: 'deferred', replyCode: 450 } },
        events: [{ type: 'bounced', detail: expect.stringMatching(/^gave up: .*4\.2\.1 busy/) }],
      },
    });
  });

  it('fails as expired when only its expires_at ends the retries', () => {
    const soon = new Date(now.getTime() + 1_000);
    const { outcome } = resultOf(endOf(busy), { ...context, message: { ...message, expiresAt: soon } });
    expect(outcome).toMatchObject({ status: 'failed', detail: 'expired', events: [{ type: 'failed' }] });
  });
});

describe('what waits for a site', () => {
  const used = { failureClass: 'rate', reason: 'rate: in use' } as const;

  it('waits for half an hour at most, since the suspension may be lifted', () => {
    const until = new Date(now.getTime() + 6 * 3_600_000);
    const end = { state: 'suspended', ...used, until } as const;
    expect(minutesFrom(resultOf(end, context).retryAt)).toBeCloseTo(31.5);
  });

  it('has one event an hour, and none for less than a minute', () => {
    const busy = (retryInMs: number) => resultOf({ state: 'busy', ...used, retryInMs }, context).outcome;
    expect(busy(0)).toBeNull();
    expect(busy(61_000)?.events).toMatchObject([{ identity: 'busy 2026-11-24T10', detail: 'rate: in use' }]);
  });
});

it('what waits for one of our addresses is not given up, and keeps to its expires_at', () => {
  const end = {
    state: 'no_source',
    until: new Date(now.getTime() + 90 * 3_600_000),
    reason: 'none',
  } as const;
  expect(minutesFrom(resultOf(end, context).retryAt)).toBe(90 * 60);
  expect(resultOf(end, context).outcome).toMatchObject({ status: 'queued', isPostponed: true });
  const expiresAt = new Date(now.getTime() + 60_000);
  expect(minutesFrom(resultOf(end, { ...context, message: { ...message, expiresAt } }).retryAt)).toBe(1);
});

it('a connection that was closed while it was idle is no attempt; one that is lost later is', () => {
  const lost = {
    kind: 'broken',
    endSent: false,
    error: new SmtpConnectionError('gone', 'ECONNRESET'),
  } as const;
  const used = { ...facts, wasUsed: true };
  const ends = (begun: boolean) => endsOfTransaction([{ ...lost, begun }], used).map(({ state }) => state);
  expect([ends(false), ends(true)]).toEqual([['connection_closed'], ['connection_lost']]);
});
