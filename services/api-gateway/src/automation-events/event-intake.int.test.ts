import { newId } from '@postrider/contracts/ids';
import { OverloadedError, systemClock } from '@postrider/runtime';
import { createOrganization, useTestContext } from '@postrider/testkit';
import { createEventIntake } from './event-intake';
import type { EventToPost } from './post-events';

const context = useTestContext();

async function organization(): Promise<string> {
  const { id } = await createOrganization(context.pool, { plan: 'internal' });
  await context.pool.query(
    `INSERT INTO automations (id, organization_id, slug, name, trigger_event) VALUES ($1::uuid, $2, 'x', 'x', 'a')`,
    [newId(), id],
  );
  return id;
}

function event(organizationId: string, email: string): EventToPost {
  return {
    ...{ organizationId, event: 'a', properties: {}, wish: {}, idempotencyKey: null, bodyHash: null },
    whose: { email, emailKey: email },
    author: { actor: 'api_key', apiKeyId: null, consent: undefined },
    ...{ contactsMax: null, newContactsMax: null, runsMax: null },
  };
}

it('lets an organization pass by the flood of another, and bounds the flood', async () => {
  const postEvent = createEventIntake({ pool: context.pool, clock: systemClock });
  const [flooding, victim] = [await organization(), await organization()];
  let done = 0;
  const flood = Array.from({ length: 2_500 }, async (_, n) => {
    const outcome = await postEvent(event(flooding, `c${n}@example.com`)).catch((error: unknown) => error);
    done += 1;
    return outcome;
  });
  for (let n = 0; n < 3; n += 1) {
    expect(await postEvent(event(victim, `v${n}@example.com`))).toMatchObject({ kind: 'posted' });
  }
  // Each waited for a transaction or two of the flood's twenty and more.
  expect(done).toBeLessThan(1_600);
  const outcomes = await Promise.all(flood);
  expect(outcomes.filter((outcome) => outcome instanceof OverloadedError)).toHaveLength(400);
  expect(outcomes.filter((outcome) => (outcome as { kind?: string }).kind === 'posted')).toHaveLength(2_100);
});
