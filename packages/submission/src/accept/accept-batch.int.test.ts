import { sendEmailRequest, sendLimits } from '@postrider/contracts';
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

beforeAll(async () => {
  context = await createTestContext();
  accept = createAcceptEmails({
    pool: context.pool,
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
    return { mail, principal: sendingPrincipal({ domain, organization: { id, isScreened: false } }) };
  };
  const [many, other] = [await sender(), await sender()];
  const quota = unlimitedQuota;
  const batch = Array.from({ length: sendLimits.batchItemsMax }, () => many.mail);

  let answered = 0;
  const batches = Array.from({ length: 40 }, () =>
    accept.batch(many.principal, batch, { quota }).then((entries) => {
      answered += 1;
      return entries;
    }),
  );
  const answeredBefore = await Promise.all([
    accept
      .one(other.principal, sendEmailRequest.parse(other.mail), { quota, idempotencyHeader: undefined })
      .then(() => answered),
    accept.batch(other.principal, [other.mail], { quota }).then(() => answered),
  ]);

  expect(Math.max(...answeredBefore)).toBeLessThan(16);
  const entries = (await Promise.all(batches)).flat();
  expect(entries.filter((entry) => 'id' in entry)).toHaveLength(4_000);
});
