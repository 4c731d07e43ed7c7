import { newId } from '@postrider/contracts/ids';
import { createDomain, createOrganization, eventually, type TestContext } from '@postrider/testkit';
import { queueMessage, type TestSender } from '../../test/queue-message';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';

const twoMegabytes = 2_000_000;
const nested = (piece: string, length = twoMegabytes): string => piece.repeat(length / piece.length);

let harness: WorkerHarness;
afterEach(() => harness.close());

async function client({ context }: WorkerHarness): Promise<TestSender> {
  const { id: organizationId } = await createOrganization(context.pool, { kind: 'client', plan: 'free' });
  return { organizationId, domain: await createDomain(context.pool, { organizationId }) };
}

/** A first message of a client organization, held for its screening. */
async function hold(context: TestContext, sender: TestSender, html: string): Promise<string> {
  const id = await queueMessage(context, sender, { html, text: null, dueAt: null });
  await context.pool.query(
    `INSERT INTO message_reviews (message_id, organization_id, status) VALUES ($1, $2, 'pending')`,
    [id, sender.organizationId],
  );
  return id;
}

async function reviewOf(id: string) {
  const { rows } = await harness.context.pool.query<{ status: string; tries: number; reasons: unknown }>(
    'SELECT status, screening_tries AS tries, reasons FROM message_reviews WHERE message_id = $1',
    [id],
  );
  return rows[0];
}
const isScreened = (id: string) =>
  eventually(async () => (await reviewOf(id))?.status !== 'pending', { timeoutMs: 40_000 });

it('screens the first message of one organization while another has piled up costly ones', async () => {
  harness = await startWorkerHarness({ WORK_THREADS: '2' });
  const [attacker, victim] = [await client(harness), await client(harness)];
  const pieces = [
    '<a>',
    '<table><tr><td>',
    '<div>',
    '<a href="http://a.b/">',
    '<p><b><i>',
    'https://bit.ly/x ',
  ];
  const piled: string[] = [];
  for (const piece of pieces) piled.push(await hold(harness.context, attacker, nested(piece)));
  const victims = await hold(harness.context, victim, '<p>Thank you</p>');
  await harness.reaches(victims, 'delivered', 30_000);
  for (const id of piled) await isScreened(id);
  expect((await reviewOf(piled[0] ?? ''))?.status).toBe('passed');
});

it('gives each organization its turn, whatever one of them has piled up', async () => {
  harness = await startWorkerHarness({ REVIEW_FIRST_MESSAGES: '10000' });
  const [attacker, victim] = [await client(harness), await client(harness)];
  const { pool } = harness.context;
  await pool.query(
    `INSERT INTO message_reviews (message_id, organization_id, status)
     SELECT ($1 || lpad(to_hex(n), 12, '0'))::uuid, $2, 'pending' FROM generate_series(1, 20000) n`,
    [newId().slice(0, 24), attacker.organizationId],
  );
  await harness.reaches(await hold(harness.context, victim, '<p>Hello</p>'), 'delivered');
  const { rowCount } = await pool.query(`SELECT FROM message_reviews WHERE status = 'pending' LIMIT 1`);
  expect(rowCount).toBe(1);
});

it('holds what takes too long twice for an operator, with that reason, and goes on', async () => {
  harness = await startWorkerHarness({}, { constants: { screeningMs: 1 } });
  const [attacker, victim] = [await client(harness), await client(harness)];
  // Takes far longer than a busy event loop is late: a result that arrives before the timer counts.
  const longer = nested('<a href="http://a.b/">c</a>', 4 * twoMegabytes);
  const costly = await hold(harness.context, attacker, longer);
  await isScreened(costly);
  expect(await reviewOf(costly)).toEqual({
    status: 'flagged',
    tries: 2,
    reasons: [{ code: 'not_screened', detail: 'the screening took too long' }],
  });
  expect(await harness.read(costly)).toMatchObject({ status: 'queued', events: [] });
  const { rows } = await harness.context.pool.query<{ reason: string }>(
    'SELECT under_review_reason AS reason FROM organizations WHERE id = $1',
    [attacker.organizationId],
  );
  expect(rows).toEqual([{ reason: 'not_screened' }]);
  await harness.reaches(await hold(harness.context, victim, '<p>Hello</p>'), 'delivered');
});

it('does not change a message that an operator decided about while it was being screened', async () => {
  harness = await startWorkerHarness();
  const sender = await client(harness);
  // The decision comes together with the claim, so that it is always before the end of the screening.
  await harness.context.pool.query(`
    CREATE FUNCTION decide() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.status := 'released'; RETURN NEW; END $$;
    CREATE TRIGGER decides BEFORE UPDATE ON message_reviews FOR EACH ROW
    WHEN (OLD.screening_tries = 0 AND NEW.screening_tries = 1) EXECUTE FUNCTION decide()`);
  const id = await hold(harness.context, sender, '<a href="http://203.0.113.7/">c</a>');
  // One message of an organization is screened at a time: when this one is claimed, the first has been screened.
  await isScreened(await hold(harness.context, sender, '<p>Hello</p>'));
  expect((await reviewOf(id))?.status).toBe('released');
});
