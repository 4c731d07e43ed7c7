export interface IssuedCertificate {
  /** PEM. */
  readonly key: string;
  readonly cert: string;
}

/** A certificate authority of one test. */
export interface TestAuthority {
  /** PEM, for clients that shall trust it. */
  readonly ca: string;
  /** A server's certificate for DNS names. */
  issue(names: readonly string[]): Promise<IssuedCertificate>;
}

const validForMs = 86_400_000;

export async function createTestAuthority(): Promise<TestAuthority> {
  const common = {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + validForMs),
  } as const;
  const { generate } = await import('selfsigned');
  const authority = await generate([{ name: 'commonName', value: 'Test CA' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return {
    ca: authority.cert,
    issue: async (names) => {
      const server = await generate([{ name: 'commonName', value: names[0] ?? 'unnamed' }], {
        ...common,
        ca: { key: authority.private, cert: authority.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'extKeyUsage', serverAuth: true },
          { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2 as const, value })) },
        ],
      });
      return { key: server.private, cert: server.cert };
    },
  };
}
