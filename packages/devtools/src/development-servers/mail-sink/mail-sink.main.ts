import { startMailSink } from './start-mail-sink';

const [smtpPort = 1025, apiPort = 1080] = process.argv.slice(2).map(Number);
const host = process.env['SINK_HOST'] ?? '127.0.0.1';

async function main(): Promise<void> {
  await startMailSink({ smtpPort, apiPort, host });
  console.log(`mail sink: SMTP ${smtpPort}, API ${apiPort}`);
  // What the sink holds is thrown away at its end, and open connections need no farewell.
  process.on('SIGTERM', () => process.exit(0));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
