import { sendEmailRequest, sendLimits } from '@postrider/contracts/emails';
import { createLogger, createMetrics, systemClock } from '@postrider/runtime';
import {
  createDomain,
  createOrganization,
  createTestContext,
  sendingPrincipal,
  unlimitedQuota,
  type TestContext,
} from '@postrider/testkit';
import { createAcceptEmails, type AcceptEmails } from './accept-emails';

let context: TestContext;
let accept: AcceptEmails;
/** Called with each statement before it is run. */
let onStatement: (values: readonly unknown[]) => void = () => undefined;

beforeAll(async () => {
  context = await createTestContext();
  const pool = new Proxy(context.pool, {
    get: (real, name) => {
      if (name !== 'query') return Reflect.get(real, name) as unknown;
      return (statement: { text: string; values: unknown[] }) => {
        onStatement(statement.values);
        return real.query(statement);
      };
    },
  });
  accept = createAcceptEmails({
    pool,
    publishJob: () => Promise.resolve(true),
    clock: systemClock,
    metrics: createMetrics(),
    log: createLogger({ name: 'batch test', level: 'silent' }),
  });
});
afterAll(async () => {
  await accept.drain();
  await context.close();
});

it('lets a single send and a batch of another organization wait for few of the batches that came before', async () => {
  const sender = async () => {
    const { id } = await createOrganization(context.pool, { kind: 'client', plan: 'free' });
    const domain = await createDomain(context.pool, { organizationId: id });
    const mail = { from: `a@${domain.name}`, to: 'jane@example.test', subject: 's', text: 't' };
    return { id, mail, principal: sendingPrincipal({ domain, organization: { id, isScreened: false } }) };
  };
  const [many, other] = [await sender(), await sender()];
  const quota = unlimitedQuota;
  const batch = Array.from({ length: sendLimits.batchItemsMax }, () => many.mail);

  let answered = 0;
  // When its statement begins, which is its place in the queue; how long PostgreSQL takes then is nothing that it waits for.
  const answeredBefore: number[] = [];
  onStatement = (values) => {
    if (values.some((value) => typeof value === 'string' && value.includes(other.id)))
      answeredBefore.push(answered);
  };
  const batches = Array.from({ length: 40 }, () =>
    accept.batch(many.principal, batch, { quota }).then((entries) => {
      answered += 1;
      return entries;
    }),
  );
  await Promise.all([
    accept.one(other.principal, sendEmailRequest.parse(other.mail), { quota, idempotencyHeader: undefined }),
    accept.batch(other.principal, [other.mail], { quota }),
  ]);

  expect(answeredBefore).not.toEqual([]);
  expect(Math.max(...answeredBefore)).toBeLessThan(16);
  const entries = (await Promise.all(batches)).flat();
  expect(entries.filter((entry) => 'id' in entry)).toHaveLength(4_000);
});
