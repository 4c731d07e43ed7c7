import { createServer, type Server } from 'node:net';
import { startMailSink } from './start-mail-sink';

const [smtpPort = 1025, apiPort = 1080, inboundPort] = process.argv.slice(2).map(Number);
const host = process.env['SINK_HOST'] ?? '127.0.0.1';

/** RFC 5321 section 3.1: a host that takes no mail says so instead of a greeting, and may hang up. */
const refusal = '554 5.3.2 platform.postrider.test takes no incoming mail yet\r\n';

async function main(): Promise<void> {
  await startMailSink({ smtpPort, apiPort, host });
  if (inboundPort !== undefined) await startInboundRefusal({ port: inboundPort, host });
  console.log(`mail sink: SMTP ${smtpPort}, API ${apiPort}`);
  // MailDev's own stop waits for every open connection; what the sink holds is thrown away at its end anyway.
  process.on('SIGTERM', () => process.exit(0));
}

/** On the portthat dev.json announces for incoming mail, until a listener of the product is there. */
function startInboundRefusal(options: { port: number; host: string }): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(refusal);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve(server));
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
