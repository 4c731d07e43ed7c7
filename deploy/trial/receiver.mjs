/**
 * The mail server of everybody in the internet of deploy/trial/one-machine.sh: takes each mail, evaluates SPF, DKIM and DMARC by the DNS of
 * that internet as receivers do, and writes one line of JSON for it to standard output.
 *
 *   node deploy/trial/receiver.mjs <address to listen at> <DNS server>
 */
import { Buffer } from 'node:buffer';
import { Resolver } from 'node:dns/promises';
import { createRequire } from 'node:module';

const fromTests = createRequire(new URL('../../tests/package.json', import.meta.url));
const fromTestkit = createRequire(new URL('../../packages/testkit/package.json', import.meta.url));
const { authenticate } = fromTests('mailauth');
const { SMTPServer } = fromTestkit('smtp-server');

const [host, dns] = process.argv.slice(2);
if (!host || !dns) throw new Error('usage: receiver.mjs <address> <DNS server>');
const resolver = new Resolver({ timeout: 2_000, tries: 2 });
resolver.setServers([dns]);

const server = new SMTPServer({
  authOptional: true,
  disableReverseLookup: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, session, callback) => void receive(stream, session).then(() => callback(), callback),
});
server.on('error', (error) => console.error(error.message));
server.listen(25, host);

async function receive(stream, session) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  const { dkim, spf, dmarc } = await authenticate(raw, {
    ip: session.remoteAddress,
    helo: session.hostNameAppearsAs,
    sender: session.envelope.mailFrom.address,
    mta: 'receiver.trial',
    resolver: (name, type) => resolver.resolve(name, type),
  });
  const reverse = await resolver.reverse(session.remoteAddress).catch(() => []);
  console.log(
    JSON.stringify({
      from: session.envelope.mailFrom.address,
      to: session.envelope.rcptTo.map(({ address }) => address),
      client: session.remoteAddress,
      helo: session.hostNameAppearsAs,
      reverse,
      spf: spf?.status?.result,
      dkim: dkim?.results.map(({ status, signingDomain }) => `${status.result} ${signingDomain}`),
      dmarc: dmarc?.status?.result,
    }),
  );
}
