import fs from 'node:fs';
import path from 'node:path';
import { X509Certificate } from 'node:crypto';
import { platformHost } from './dns-server/platform-records';
import { writePrivateFile } from './private-file';
import { localPath } from './project-paths';

export interface TlsFiles {
  /** Give this to clients that shall verify the server. */
  caFile: string;
  certFile: string;
  keyFile: string;
}

const validForMs = 5 * 365 * 86_400_000;
const renewBeforeMs = 30 * 86_400_000;

/** An authority of our own and a server certificate signed by it, for every name the listeners go by. */
export async function ensureTlsFiles(directory = localPath('tls')): Promise<TlsFiles> {
  const files: TlsFiles = {
    caFile: path.join(directory, 'ca.pem'),
    certFile: path.join(directory, 'server.pem'),
    keyFile: path.join(directory, 'server-key.pem'),
  };
  if (isCurrent(files)) return files;
  const common = {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + validForMs),
  } as const;
  // Imported here: of the modules that the test kit loads it would be every fourth, and few tests make certificates.
  const { generate } = await import('selfsigned');
  const authority = await generate([{ name: 'commonName', value: 'Postrider development CA' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...common,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: alternativeNames() },
    ],
  });
  writePrivateFile(files.keyFile, server.private);
  fs.writeFileSync(files.caFile, authority.cert);
  fs.writeFileSync(files.certFile, server.cert);
  return files;
}

function alternativeNames() {
  const names = ['localhost', platformHost, 'smtp.postrider.test'];
  const addresses = ['127.0.0.1', '::1'];
  return [
    ...names.map((value) => ({ type: 2 as const, value })),
    ...addresses.map((ip) => ({ type: 7 as const, ip })),
  ];
}

function isCurrent({ caFile, certFile, keyFile }: TlsFiles): boolean {
  if (![caFile, certFile, keyFile].every((file) => fs.existsSync(file))) return false;
  const { validTo } = new X509Certificate(fs.readFileSync(certFile));
  return Date.parse(validTo) - Date.now() > renewBeforeMs;
}

export interface TestCertificate {
  readonly certPem: string;
  readonly keyPem: string;
}

/** A certificate that signs itself, for whatever a test makes of it. */
export async function createCertificate(options: {
  readonly commonName: string;
  readonly keyType?: 'rsa' | 'ec';
  readonly validFrom?: Date;
  readonly validTo?: Date;
}): Promise<TestCertificate> {
  const { commonName, keyType = 'rsa', validFrom = new Date(Date.now() - 3_600_000), validTo } = options;
  const { generate } = await import('selfsigned');
  const pair = await generate([{ name: 'commonName', value: commonName }], {
    ...{ keyType, algorithm: 'sha256', notBeforeDate: validFrom },
    notAfterDate: validTo ?? new Date(Date.now() + validForMs),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'subjectAltName', altNames: [{ type: 2 as const, value: commonName }] },
    ],
  });
  return { certPem: pair.cert, keyPem: pair.private };
}
