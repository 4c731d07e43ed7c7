import { newId } from '@postrider/contracts/ids';
import { createLogger, createMetrics } from '@postrider/runtime';
import {
  createTestContext,
  eventually,
  startDnsServer,
  type DnsServer,
  type DnsZone,
  type TestContext,
} from '@postrider/testkit';
import { startReverseNames } from './reverse-names';

const right: DnsZone = {
  records: [
    { name: '7.2.0.192.in-addr.arpa', type: 'PTR', value: 'out.mail.test' },
    { name: 'out.mail.test', type: 'A', value: '192.0.2.7' },
  ],
};

let context: TestContext;
let dns: DnsServer;
beforeAll(async () => {
  context = await createTestContext();
  dns = await startDnsServer({ zone: right });
});
afterAll(async () => {
  await dns.close();
  await context.close();
});
beforeEach(() => context.pool.query('TRUNCATE source_addresses'));

interface Row {
  readonly error: string | null;
  readonly since: Date | null;
}

async function read(): Promise<Row & { readonly isChecked: boolean }> {
  const { rows } = await context.pool.query<Row & { readonly isChecked: boolean }>(
    `SELECT reverse_name_error AS error, reverse_name_wrong_since AS since,
            reverse_name_checked_at > now() - interval '1 hour' AS "isChecked" FROM source_addresses`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('there is an address');
  return row;
}

/** What is stored after the next check. */
async function check(zone: DnsZone): Promise<Row> {
  dns.setZone(zone);
  await context.pool.query(`DELETE FROM sweep_cursors WHERE name = 'send-worker.reverse-names'`);
  await context.pool.query(
    `UPDATE source_addresses SET reverse_name_checked_at = now() - interval '2 hours'`,
  );
  const names = startReverseNames({
    pool: context.pool,
    servers: [{ host: dns.host, port: dns.port }],
    log: createLogger({ name: 'reverse names test', level: 'silent' }),
    metrics: createMetrics(),
  });
  await eventually(async () => (await read()).isChecked);
  await names.close();
  const { error, since } = await read();
  return { error, since };
}

it('remembers since when the reverse DNS of an address is wrong, until it is right', async () => {
  await context.pool.query(
    `INSERT INTO source_addresses (id, address, hello_name, pool, status) VALUES ($1, '192.0.2.7', 'out.mail.test', 'default', 'active')`,
    [newId()],
  );
  expect(await check(right)).toEqual({ error: null, since: null });
  const wrong = await check({ records: [] });
  expect(wrong).toEqual({ error: 'it has no name in reverse DNS (PTR)', since: expect.any(Date) as Date });
  const other = { records: [{ name: '7.2.0.192.in-addr.arpa', type: 'PTR', value: 'other.test' }] } as const;
  expect(await check(other)).toEqual({
    ...{ error: 'its name in reverse DNS is other.test, not out.mail.test', since: wrong.since },
  });
  expect(await check(right)).toEqual({ error: null, since: null });
});
