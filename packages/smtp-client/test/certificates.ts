import { generate } from 'selfsigned';

export interface Pair {
  readonly key: string;
  readonly cert: string;
}

const dayMs = 86_400_000;
const common = { keyType: 'ec', algorithm: 'sha256' } as const;

export async function makeAuthority(name = 'Test authority'): Promise<Pair> {
  const made = await generate([{ name: 'commonName', value: name }], {
    ...common,
    notAfterDate: new Date(Date.now() + dayMs),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

/** For a server with these names; of yesterday when it is expired. */
export async function makeCertificate(
  authority: Pair,
  names: readonly string[],
  { isExpired = false } = {},
): Promise<Pair> {
  const notAfter = Date.now() + (isExpired ? -1 : 1) * dayMs;
  const made = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    ...common,
    ca: authority,
    notBeforeDate: new Date(notAfter - 2 * dayMs),
    notAfterDate: new Date(notAfter),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2 as const, value })) },
    ],
  });
  return { key: made.private, cert: made.cert };
}
