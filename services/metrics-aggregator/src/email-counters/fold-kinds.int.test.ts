import { newId } from '@postrider/contracts';
import { useTestContext } from '@postrider/testkit';
import type { CountableEvent } from './countable-event';
import { countEvents } from './count-events';
import { otherKinds } from './fold-kinds';

const context = useTestContext();

const day = new Date().toISOString().slice(0, 10);

function sent(organizationId: string, kind: string): CountableEvent {
  return {
    ...{
      id: newId(),
      messageId: newId(),
      organizationId,
      domainId: organizationId,
      keyId: organizationId,
      templateId: null,
      kind,
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
    },
  };
}

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
  expect([kinds.get(otherKinds), kinds.get('kind-7')]).toEqual([50, 2]);
  expect(await totalOf(many)).toBe(1_051);
  expect(await kindsOf(few)).toEqual(new Map([['another-1', 1]]));
});
