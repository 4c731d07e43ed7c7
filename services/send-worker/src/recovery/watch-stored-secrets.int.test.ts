import { createLogger, createMetrics, createSecretBox } from '@postrider/runtime';
import { eventually, testMasterKey, useTestContext } from '@postrider/testkit';
import { createSender, type TestSender } from '../../test/queue-message';
import { watchStoredSecrets } from './watch-stored-secrets';

let sender: TestSender;

const context = useTestContext();
beforeAll(async () => {
  sender = await createSender(context);
});

/** What a worker that has just started says. */
async function readMetrics(seen: (text: string) => boolean): Promise<string> {
  const metrics = createMetrics();
  const watch = watchStoredSecrets({
    ...{ pool: context.servicePool, metrics, intervalMs: 20 },
    secretBox: createSecretBox({ masterKey: Buffer.from(testMasterKey, 'base64') }),
    log: createLogger({ name: 'stored secrets test', level: 'silent' }),
  });
  try {
    await eventually(async () => seen(await metrics.text()));
    return await metrics.text();
  } finally {
    await watch.close();
  }
}

it('names the domain whose key does not open, whether or not its mail needs it, after each start', async () => {
  const { id, name } = sender.domain;
  const series = `locked_secrets{kind="dkim_key",owner="${name}"} 1\n`;
  await context.pool.query(
    `UPDATE dkim_keys SET private_key = 'v1.deadbeef.AAAA.BBBB' WHERE domain_id = $1`,
    [id],
  );
  for (let start = 0; start < 2; start += 1) await readMetrics((text) => text.includes(series));
  // Another key signs by now.
  await context.pool.query('UPDATE dkim_keys SET active = false, retired_at = now() WHERE domain_id = $1', [
    id,
  ]);
  const rows = await context.pool.query<{ id: string }>(
    `INSERT INTO users (id, email, name, totp_secret) VALUES (gen_random_uuid(), 'a@b.test', 'A', 'v1.deadbeef.AAAA.BBBB') RETURNING id`,
  );
  const other = `locked_secrets{kind="totp_secret",owner="${rows.rows[0]?.id}"} 1\n`;
  expect(await readMetrics((text) => text.includes(other))).not.toContain('dkim_key');
});
