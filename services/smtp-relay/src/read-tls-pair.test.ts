import { createLogger } from '@postrider/runtime';
import { ensureTlsFiles } from '@postrider/testkit';
import { readTlsPair } from './read-tls-pair';

test('a certificate that has expired is complained about in one line, and used', async () => {
  const { keyFile, certFile } = await ensureTlsFiles();
  const log = createLogger({ name: 'test', level: 'silent' });
  const lines: string[] = [];
  log.error = (line: string) => void lines.push(line);
  const files = { SMTP_TLS_KEY_FILE: keyFile, SMTP_TLS_CERT_FILE: certFile };
  expect(readTlsPair(files, { log, now: new Date() }).cert).toContain('BEGIN CERTIFICATE');
  expect(lines).toEqual([]);
  expect(readTlsPair(files, { log, now: new Date('2099-01-01') }).key).toContain('PRIVATE KEY');
  expect(lines).toEqual([
    expect.stringMatching(/^SMTP_TLS_CERT_FILE: the certificate in .*server\.pem expired on /),
  ]);
});
