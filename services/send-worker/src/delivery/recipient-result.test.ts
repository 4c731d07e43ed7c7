import { aClaimedMessage } from '../../test/claimed-message.fixture';
import { acceptedResult, refusedResult, type AttemptedContext } from './recipient-result';

const message = aClaimedMessage({});
const attempt = {
  ...{ destination: 'mx.test', sourceAddress: null, transport: null, startedAt: new Date(), isBegun: true },
  conversation: ['C: MAIL FROM:<a@b.test>', 'S: 250 Ok'],
};
const context: AttemptedContext = {
  ...{ message, recipient: { ordinal: 0, address: 'jane@x.test' }, provider: null },
  ...{ now: new Date(), random: () => 0.5, attempt },
};
const reply = { code: 250, text: '2.0.0 Ok' };

describe('what was accepted', () => {
  const ours = { isFinal: true, messageIdHeader: '<ours@shop.test>' };

  it('by SMTP keeps our Message-ID', () => {
    const result = acceptedResult(context, { ...ours, accepted: { kind: 'accepted', reply } });
    expect(result.messageIdHeader).toBe('<ours@shop.test>');
    expect(result.outcome?.attempt).toMatchObject({
      providerMessageId: null,
      conversation: null,
      unwritten: null,
    });
  });

  it.each(['<theirs@provider.test>', null])('by a provider that writes its own has %s', (theirs) => {
    const assigned = { providerMessageId: 'p-1', messageIdHeader: theirs };
    const result = acceptedResult(context, { ...ours, accepted: { kind: 'accepted', reply, assigned } });
    expect(result.messageIdHeader).toBe(theirs);
    expect(result.outcome?.attempt).toMatchObject({ providerMessageId: 'p-1' });
  });
});

describe('what was refused', () => {
  const refused = { kind: 'refused', command: 'RCPT', reply: { code: 450, text: '4.2.1 busy' } } as const;

  it('has what was said, bounded and without what PostgreSQL does not take', () => {
    const conversation = [...attempt.conversation, `S: \0${'x'.repeat(20_000)}`];
    const result = refusedResult({ ...context, attempt: { ...attempt, conversation } }, refused);
    const said = result.outcome?.attempt?.conversation ?? '';
    expect(said).toMatch(/^C: MAIL FROM:<a@b\.test>\nS: 250 Ok\nS: +x+/);
    expect(said.length).toBeLessThan(10_000);
    expect(said).not.toContain('\0');
  });

  it('before its row was written has it written with the outcome', () => {
    const { outcome } = refusedResult({ ...context, attempt: { ...attempt, isBegun: false } }, refused);
    expect(outcome?.attempt?.unwritten).toMatchObject({ destination: 'mx.test' });
  });

  it('without a server that was asked is no try', () => {
    const { attempt: _, ...nobodyAsked } = context;
    expect(refusedResult(nobodyAsked, refused).outcome?.attempt).toBeNull();
  });
});
