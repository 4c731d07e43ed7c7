import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:tls';
import os from 'node:os';
import path from 'node:path';
import { createLogger, createMetrics, systemClock } from '@postrider/runtime';
import { createCertificate, eventuallyPasses } from '@postrider/testkit';
import { startRelayFixture, type RelayFixture } from '../test/relay-fixture';
import { openDialogue } from '../test/smtp-dialogue';
import { readTlsPair } from './read-tls-pair';
import { startTlsRenewal } from './renew-tls-pair';

let folder: string;
let fixture: RelayFixture;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tls-'));
  fixture = await startRelayFixture();
});
afterEach(async () => {
  await fixture.close();
  await rm(folder, { recursive: true });
});

/** As a new file in the place of the old one. */
async function replace(name: string, content: string): Promise<void> {
  await writeFile(path.join(folder, `${name}.new`), content);
  await rename(path.join(folder, `${name}.new`), path.join(folder, name));
}

function certificateOf(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN as string);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

test('a renewed certificate is used by new connections; half of a pair changes nothing, and open sessions go on', async () => {
  const [first, second] = await Promise.all([
    createCertificate({ commonName: 'one.test', keyType: 'ec' }),
    createCertificate({ commonName: 'two.test', keyType: 'ec' }),
  ]);
  await replace('tls.key', first.keyPem);
  await replace('tls.crt', first.certPem);
  const files = {
    SMTP_TLS_KEY_FILE: path.join(folder, 'tls.key'),
    SMTP_TLS_CERT_FILE: path.join(folder, 'tls.crt'),
  };
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ name: 'test', level: 'info', destination });
  const inUse = readTlsPair(files, { log, now: new Date() });
  fixture.relay.useTls(inUse);
  const renewal = startTlsRenewal({
    ...{ files, inUse, clock: systemClock, log, metrics: createMetrics(), intervalMs: 10 },
    use: (pair) => fixture.relay.useTls(pair),
  });
  try {
    expect(await certificateOf(fixture.relay.tlsPort)).toBe('one.test');
    const open = await openDialogue(fixture.relay.startTlsPort);
    await open.nextReply();

    await replace('tls.crt', second.certPem);
    await eventuallyPasses(() => {
      expect(lines.filter((line) => line.includes('is not the key of the certificate'))).toHaveLength(1);
      return Promise.resolve();
    });
    expect(await certificateOf(fixture.relay.tlsPort)).toBe('one.test');

    await replace('tls.key', second.keyPem);
    await eventuallyPasses(async () => {
      expect(await certificateOf(fixture.relay.tlsPort)).toBe('two.test');
    });
    expect(await open.say('EHLO client.test\r\n')).toContain('250');
    await open.say('STARTTLS\r\n');
    const secure = await open.startTls();
    expect(await secure.say('EHLO client.test\r\n')).toContain('250');
  } finally {
    await renewal.close();
  }
});
