import { startDnsServer, watchZoneFile } from '@postrider/testkit';

const [port, file] = process.argv.slice(2);

startDnsServer({
  port: Number(port),
  host: process.env['DNS_HOST'] ?? '127.0.0.1',
  zone: watchZoneFile(file ?? '', (line) => console.log(line)),
}).then(
  (server) => {
    console.log(`DNS server: ${server.address}`);
    process.on('SIGTERM', () => void server.close().finally(() => process.exit(0)));
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
