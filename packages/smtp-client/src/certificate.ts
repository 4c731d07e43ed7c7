import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { TlsFailure } from './connect-options';
import type { TlsState } from './session';

export type CertificateResult =
  | { readonly kind: 'fits'; readonly verified: TlsState['verified'] }
  | { readonly kind: 'unfit'; readonly failure: TlsFailure; readonly reason: string };

export function unfit(failure: TlsFailure, reason: string): CertificateResult {
  return { kind: 'unfit', failure, reason };
}

export function fitsNone(certificate: X509Certificate, names: readonly string[]): CertificateResult {
  const own = certificate.subjectAltName ?? certificate.subject;
  return unfit(
    'certificate-host-mismatch',
    `the certificate is for ${own.slice(0, 200)}, not ${names.join(', ')}`,
  );
}

/** `*.example.org` fits each name one label below it (RFC 8461 §4.1), as OpenSSL's leading dot does. */
export function hasName(certificate: X509Certificate, names: readonly string[]): boolean {
  return names.some((name) => {
    if (isIP(name) !== 0) return certificate.checkIP(name) !== undefined;
    const reference = name.startsWith('*.') ? name.slice(1) : name;
    const found = certificate.checkHost(reference, {
      // RFC 8461 §4.2 wants an alternative name; the common name is of before 2011.
      subject: 'never',
      partialWildcards: false,
      singleLabelSubdomains: true,
    });
    return found !== undefined;
  });
}

/** Now, and for how long is not our question. */
export function isWithinDates({ validFrom, validTo }: X509Certificate, nowMs = Date.now()): boolean {
  return Date.parse(validFrom) <= nowMs && nowMs <= Date.parse(validTo);
}
