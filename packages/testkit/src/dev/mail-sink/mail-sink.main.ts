import { startMailSink } from './start-mail-sink';

const [smtpPort, apiPort] = process.argv.slice(2).map(Number);

startMailSink({
  smtpPort: smtpPort ?? 1025,
  apiPort: apiPort ?? 1080,
  host: process.env['SINK_HOST'] ?? '127.0.0.1',
}).then(
  () => {
    console.log(`mail sink: SMTP ${smtpPort}, API ${apiPort}`);
    // MailDev's own stop waits for every open connection; what the sink holds is thrown away at its end anyway.
    process.on('SIGTERM', () => process.exit(0));
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
