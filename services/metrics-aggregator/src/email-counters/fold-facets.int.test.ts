import { newId } from '@postrider/contracts/ids';
import { useTestContext } from '@postrider/testkit';
import type { CountableEvent } from './countable-event';
import { countEvents } from './count-events';
import { foldings } from './fold-facets';

const context = useTestContext();

const day = new Date().toISOString().slice(0, 10);

function event(organizationId: string, overrides: Partial<CountableEvent>): CountableEvent {
  return {
    ...{
      id: newId(),
      messageId: newId(),
      organizationId,
      domainId: organizationId,
      keyId: organizationId,
      templateId: null,
      kind: null,
    },
    ...{
      provider: null,
      type: 'email.sent',
      bounceType: null,
      blocked: false,
      machine: false,
      repeated: false,
      occurredAt: `${day}T00:00:00Z`,
      day,
      hour: `${day}T00:00:00Z`,
      url: null,
      reply: null,
    },
    ...overrides,
  };
}

const sent = (organizationId: string, kind: string) => event(organizationId, { kind });

async function kindsOf(organizationId: string): Promise<Map<string, number>> {
  const { rows } = await context.servicePool.query<{ facet_key: string; sent: number }>(
    `SELECT facet_key, sent FROM daily_counters WHERE organization_id = $1 AND facet = 'kind'`,
    [organizationId],
  );
  return new Map(rows.map((row) => [row.facet_key, row.sent]));
}

async function totalOf(organizationId: string): Promise<unknown> {
  const { rows } = await context.servicePool.query<{ sent: number }>(
    `SELECT sent FROM daily_counters WHERE organization_id = $1 AND facet = 'total'`,
    [organizationId],
  );
  return rows[0]?.sent;
}

it('counts kinds beyond a thousand a day together, those it knows as before, and loses none', async () => {
  const [many, few] = [newId(), newId()];
  const first = Array.from({ length: 1_000 }, (_none, n) => sent(many, `kind-${n}`));
  await countEvents(context.servicePool, first);
  await countEvents(context.servicePool, [
    ...Array.from({ length: 50 }, (_none, n) => sent(many, `another-${n}`)),
    sent(many, 'kind-7'),
    sent(few, 'another-1'),
  ]);
  const kinds = await kindsOf(many);
  expect(kinds.size).toBe(1_001);
  expect([kinds.get(foldings.kind.other), kinds.get('kind-7')]).toEqual([50, 2]);
  expect(await totalOf(many)).toBe(1_051);
  expect(await kindsOf(few)).toEqual(new Map([['another-1', 1]]));
});

it('counts replies beyond five hundred a day together, apart from kinds, and loses none', async () => {
  const organizationId = newId();
  const refused = (text: string) =>
    event(organizationId, {
      ...{
        kind: 'receipt',
        type: 'email.bounced',
        bounceType: 'hard',
        reply: `google\trecipient\t550 ${text}`,
      },
    });
  await countEvents(
    context.servicePool,
    Array.from({ length: 500 }, (_none, n) => refused(`text ${n}`)),
  );
  await countEvents(context.servicePool, [refused('new'), refused('newer'), refused('text 7')]);
  const { rows } = await context.servicePool.query<{ facet_key: string; bounced: number }>(
    `SELECT facet_key, bounced_hard AS bounced FROM daily_counters WHERE organization_id = $1 AND facet = 'reply'`,
    [organizationId],
  );
  const replies = new Map(rows.map((row) => [row.facet_key, row.bounced]));
  expect(replies.size).toBe(501);
  expect([replies.get(foldings.reply.other), replies.get('google\trecipient\t550 text 7')]).toEqual([2, 2]);
  expect([...(await kindsOf(organizationId)).keys()]).toEqual(['receipt']);
});
