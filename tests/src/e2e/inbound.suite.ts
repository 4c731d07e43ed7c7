import fs from 'node:fs';
import { eventually, platformHost } from '@postrider/testkit';
import { createTransport } from 'nodemailer';
import { present, running } from './running-system';

/** Another mail server. */
async function deliver(to: string): Promise<string> {
  const transport = createTransport({
    host: running().inbound.host,
    port: running().inbound.port,
    requireTLS: true,
    tls: { ca: fs.readFileSync(running().smtp.caFile), servername: platformHost },
  });
  const mail = { from: 'grace@remote.test', to, subject: 'Re: Hello', text: 'I have it.' };
  const { response } = await transport.sendMail(mail).finally(() => transport.close());
  return response;
}

export function comingBack(): void {
  test('a mail of another server is committed before it is answered, and then looked at by a worker', async () => {
    const response = await deliver(`reply@reply.${running().tenant.domain.name}`);
    const id = present(/^250 2\.0\.0 queued as ([0-9a-f-]{36})$/.exec(response)?.[1]);
    const { rows } = await running().pool.query<{ client_address: string; tls: boolean }>(
      'SELECT client_address, tls FROM inbound_spool WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ client_address: '127.0.0.1', tls: true }]);
    const isProcessed = async () => {
      const { rowCount } = await running().pool.query(
        `SELECT FROM inbound_spool WHERE id = $1 AND status = 'processed'`,
        [id],
      );
      return rowCount === 1;
    };
    await eventually(isProcessed, { timeoutMs: 15_000, what: 'the worker to look at the mail' });
  });

  test('mail for others is refused', async () => {
    await expect(deliver('victim@example.com')).rejects.toMatchObject({
      response: '550 5.1.1 No such address here',
    });
  });
}
