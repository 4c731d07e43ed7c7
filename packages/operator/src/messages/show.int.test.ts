import { waitingFacts } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import { createDomain, createMessage, createOrganization } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();

async function aTriedMessage(): Promise<{ id: string; slug: string }> {
  const { id: organizationId, slug } = await createOrganization(operator.pool);
  const domain = await createDomain(operator.pool, { organizationId });
  const { id } = await createMessage(operator.pool, {
    organizationId,
    domainId: domain.id,
    status: 'queued',
  });
  const { pool } = operator;
  await pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, detail, provider, updated_at)
     VALUES ($1, 0, $2, 'jane@x.test', 'jane@x.test', 'to', 'queued', 'busy: 451 4.7.1 Greylisted', 'x.test', now())`,
    [id, organizationId],
  );
  await pool.query(
    `INSERT INTO delivery_attempts (message_id, ordinal, round, worker_id, destination, started_at, finished_at, result,
       reply_code, reply, conversation, source_address)
     VALUES ($1, 0, 1, $2, 'mx.x.test [192.0.2.1]:25', now(), now(), 'deferred', 451, '451 4.7.1 Greylisted', $3, '198.51.100.7')`,
    [id, newId(), 'C: RCPT TO:<jane@x.test>\nS: 451 4.7.1 Greylisted'],
  );
  await pool.query(
    `INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, detail)
     VALUES ($1, $2, $3, 0, 'jane@x.test', 'delivery_delayed', 'round 1', now(), 'live', 'busy: 451 4.7.1 Greylisted')`,
    [newId(), id, organizationId],
  );
  await pool.query(`UPDATE messages SET due_at = '2099-01-01T00:00:00Z', final_at = NULL WHERE id = $1`, [
    id,
  ]);
  await pool.query(`UPDATE message_contents SET text = 'a secret text' WHERE message_id = $1`, [id]);
  return { id, slug };
}

test('a message is shown with where it is, each try with its conversation, and its events, never with what it says', async () => {
  const { id, slug } = await aTriedMessage();
  const shown = await operator.json<object>('messages', 'show', id);
  expect(shown).toMatchObject({
    id,
    organization: slug,
    where: `${waitingFacts.retry.advice} Next attempt at 2099-01-01T00:00:00.000Z.`,
    waiting: { cause: 'retry', actor: 'none', next_attempt_at: '2099-01-01T00:00:00.000Z' },
    recipients: [{ address: 'jane@x.test', status: 'queued', provider: 'x.test' }],
    attempts: [
      {
        round: 1,
        recipient: 'jane@x.test',
        peer: 'mx.x.test [192.0.2.1]:25',
        source_address: '198.51.100.7',
        conversation: ['C: RCPT TO:<jane@x.test>', 'S: 451 4.7.1 Greylisted'],
      },
    ],
    events: [{ type: 'delivery_delayed', detail: 'busy: 451 4.7.1 Greylisted' }],
  });
  const { stdout } = await operator.run('messages', 'show', id);
  expect(stdout).toContain('conversation\n  C: RCPT TO:<jane@x.test>\n  S: 451 4.7.1 Greylisted');
  expect(stdout).toMatch(/\n\nrecipients:\nordinal {2}address {6,}role/);
  for (const text of [stdout, JSON.stringify(shown)]) expect(text).not.toContain('secret');
});

test.each([
  [`status = 'sending', lease_until = now() + interval '20 s'`, waitingFacts.sending.advice],
  [
    `status = 'sending', lease_until = now() - interval '20 s'`,
    `${waitingFacts.no_worker.advice} (the worker that had claimed the email has stopped; another one takes it when the claim ends)`,
  ],
  // None is there.
  [`due_at = now() - interval '1 s'`, waitingFacts.no_worker.advice],
  [`status = 'delivered'`, 'none: sending is finished'],
])('of a message with %s it says what its sender reads: %s', async (state, where) => {
  const { id } = await aTriedMessage();
  await operator.pool.query(`UPDATE messages SET ${state} WHERE id = $1`, [id]);
  expect(await operator.json('messages', 'show', id)).toMatchObject({ where });
});

test('messages show refuses an id that no message has', async () => {
  const id = newId();
  expect(await operator.run('messages', 'show', id)).toMatchObject({
    exitCode: 1,
    stderr: `There is no message with the id ${id}, or retention has deleted it.\n`,
  });
});
