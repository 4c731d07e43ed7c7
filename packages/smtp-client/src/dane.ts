import { createHash, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { fitsNone, hasName, isWithinDates, unfit, type CertificateResult } from './certificate';
import type { TlsaRecord } from './connect-options';

const trustAnchor = 2;
const endEntity = 3;
const wholeCertificate = 0;
const publicKey = 1;
const exactly = 0;
const digests = ['exact', 'sha256', 'sha512'] as const;

/** Those that RFC 7672 §3.1 lets mail servers have, and that are in order. */
export function usableRecords(records: readonly TlsaRecord[]): readonly TlsaRecord[] {
  return records.filter(
    ({ usage, selector, matchingType, data }) =>
      (usage === trustAnchor || usage === endEntity) &&
      (selector === wholeCertificate || selector === publicKey) &&
      (matchingType === exactly ? data.length > 0 : data.length === digestOctets[matchingType]),
  );
}

const digestOctets: readonly (number | undefined)[] = [undefined, 32, 64];

/**
 * Whether a record names the server's own certificate, whatever its names and dates (DANE-EE, RFC 7672 §3.1.1), or one that
 * vouches for it and for one of the names (DANE-TA, §3.1.2).
 *
 * @param chain the server's certificate, then what it sent along
 */
export function checkDane(
  chain: readonly X509Certificate[],
  { records, names }: { records: readonly TlsaRecord[]; names: readonly string[] },
): CertificateResult {
  const [leaf, ...others] = chain;
  if (!leaf) return unfit('validation-failure', 'the server shows no certificate');
  if (records.some((record) => record.usage === endEntity && matches(leaf, record))) {
    return { kind: 'fits', verified: 'dane' };
  }
  const anchors = records.filter(({ usage }) => usage === trustAnchor);
  const path = pathToAnchor(leaf, { others, anchors });
  if (!path) return unfit('tlsa-invalid', 'no TLSA record fits what the server shows');
  if (!path.every((certificate) => isWithinDates(certificate))) {
    return unfit('certificate-expired', 'a certificate below the trust anchor is out of its dates');
  }
  if (!hasName(leaf, names)) return fitsNone(leaf, names);
  return { kind: 'fits', verified: 'dane' };
}

function matches(certificate: X509Certificate, { selector, matchingType, data }: TlsaRecord): boolean {
  const octets =
    selector === wholeCertificate
      ? certificate.raw
      : certificate.publicKey.export({ type: 'spki', format: 'der' });
  const digest = digests[matchingType];
  if (digest === undefined) return false;
  return (digest === 'exact' ? octets : createHash(digest).update(octets).digest()).equals(data);
}

/** A server that sends more is not looked at for longer. */
const pathLengthMax = 10;

/** From the server's certificate to one that an anchor vouches for; each issued by the next. */
function pathToAnchor(
  leaf: X509Certificate,
  { others, anchors }: { others: readonly X509Certificate[]; anchors: readonly TlsaRecord[] },
): X509Certificate[] | null {
  const keys = anchors.flatMap(anchorKey);
  const path = [leaf];
  let last = leaf;
  while (path.length <= pathLengthMax) {
    const certificate = last;
    // Their anchor need not be sent along: the record has it as a whole (RFC 7671 §5.2.3).
    if (keys.some((key) => certificate.verify(key))) return path;
    const issuer = others.find((other) => !path.includes(other) && isIssuer(other, certificate));
    if (!issuer) return null;
    path.push(issuer);
    if (anchors.some((record) => matches(issuer, record))) return path;
    last = issuer;
  }
  return null;
}

function isIssuer(issuer: X509Certificate, of: X509Certificate): boolean {
  return issuer.ca && of.checkIssued(issuer) && of.verify(issuer.publicKey);
}

function anchorKey({ selector, matchingType, data }: TlsaRecord): KeyObject[] {
  if (matchingType !== exactly) return [];
  try {
    if (selector === wholeCertificate) return [new X509Certificate(data).publicKey];
    return [createPublicKey({ key: data, format: 'der', type: 'spki' })];
  } catch {
    // What cannot be read matches nothing.
    return [];
  }
}
