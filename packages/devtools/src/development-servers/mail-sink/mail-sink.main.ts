import { startMailSink } from './start-mail-sink';

const [smtpPort = '1025', apiPort = '1080', inboxUrl = 'http://127.0.0.1:4000/console/inbox'] =
  process.argv.slice(2);
const host = process.env['SINK_HOST'] ?? '127.0.0.1';

async function main(): Promise<void> {
  await startMailSink({ smtpPort: Number(smtpPort), apiPort: Number(apiPort), host, inboxUrl });
  console.log(`mail sink: SMTP ${smtpPort}, API ${apiPort}`);
  // What the sink holds is thrown away at its end, and open connections need no farewell.
  process.on('SIGTERM', () => process.exit(0));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
