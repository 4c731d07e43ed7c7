import { createLogger, type Logger } from '@postrider/runtime';
import { parseRoutes } from '@postrider/smtp-client';
import { createTestContext, eventually, startDnsServer, startSmtpSink } from '@postrider/testkit';
import { startDirectDeliveryCheck } from './check-direct-delivery';

it('warns at the start where mail cannot leave to MX hosts, and says nothing where it all leaves by a smart host', async () => {
  const context = await createTestContext();
  const sink = await startSmtpSink();
  const dns = await startDnsServer({ zone: { records: [] } });
  const [host = '', port = ''] = dns.address.split(':');
  const warned = (routes: string) => {
    const lines: object[] = [];
    const log: Logger = createLogger({ name: 'direct delivery test', level: 'silent' });
    log.warn = (fields: unknown) => void lines.push(fields as object);
    const check = startDirectDeliveryCheck({
      pool: context.pool,
      settings: {
        DELIVERY_ROUTES: parseRoutes(routes),
        DNS_SERVERS: [{ host, port: Number(port) }],
        MX_PORT: sink.port,
      },
      log,
    });
    return { lines, close: () => check.close() };
  };
  const bySmartHost = warned('*=smtp://127.0.0.1:1');
  const direct = warned('');
  await eventually(() => Promise.resolve(direct.lines.length === 1));
  expect(direct.lines).toMatchObject([{ source: 'system', detail: expect.stringContaining('no mail host') }]);
  expect(bySmartHost.lines).toEqual([]);
  for (const each of [bySmartHost, direct]) each.close();
  await Promise.all([dns.close(), sink.close(), context.close()]);
});
