import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import {
  connect,
  createSecureContext,
  type DetailedPeerCertificate,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { fitsNone, hasName, unfit, type CertificateResult } from './certificate';
import type { CertificateCheck, TlsFailure } from './connect-options';
import type { SmtpConnection } from './connection';
import { SmtpConnectionError } from './connection-error';
import { checkDane, usableRecords } from './dane';
import type { TlsState } from './session';

export type TlsResult =
  | { readonly kind: 'encrypted'; readonly tls: TlsState }
  | { readonly kind: 'failed'; readonly tlsFailure: TlsFailure; readonly error: SmtpConnectionError };

function tlsFailed(tlsFailure: TlsFailure, error: SmtpConnectionError): TlsResult {
  return { kind: 'failed', tlsFailure, error };
}

/** Handshake, and the certificate held against what is asked of it, before anything is said over the connection. */
export async function encrypt(
  connection: SmtpConnection,
  options: { readonly host: string; readonly check: CertificateCheck; readonly timeoutMs: number },
): Promise<TlsResult> {
  const { host, check, timeoutMs } = options;
  const secured = await connection.upgrade(
    (socket) =>
      connect({
        socket,
        // RFC 6066 §3: an IP address is no server name.
        ...(isIP(host) === 0 ? { servername: host } : {}),
        secureContext: contextFor(check),
        // The check is ours: it has the reasons, and knows DANE.
        rejectUnauthorized: false,
        // Or a wrong name would hide behind a chain that is not valid.
        checkServerIdentity: () => undefined,
      }),
    timeoutMs,
  );
  if (secured instanceof SmtpConnectionError) {
    return tlsFailed('validation-failure', secured);
  }
  const protocol = secured.getProtocol() ?? 'TLS';
  const cipher = secured.getCipher().name;
  connection.conversation.note(`${protocol} ${cipher}`);
  const result = checkCertificate(secured, check);
  if (result.kind === 'unfit') {
    connection.conversation.note(result.reason);
    return tlsFailed(result.failure, connection.fail(result.reason, 'ETLS'));
  }
  return { kind: 'encrypted', tls: { protocol, cipher, verified: result.verified } };
}

const contexts = new Map<string, SecureContext>();
/** Authorities of one's own are few: they come from settings. */
const contextsMax = 100;

/** Making one reads all authorities: 1 ms that a connection need not pay. */
function contextFor(check: CertificateCheck): SecureContext {
  const ca = check.kind === 'pkix' ? check.ca : undefined;
  const known = contexts.get(ca ?? '');
  if (known) return known;
  const context = createSecureContext(ca === undefined ? {} : { ca });
  if (contexts.size < contextsMax) contexts.set(ca ?? '', context);
  return context;
}

function checkCertificate(socket: TLSSocket, check: CertificateCheck): CertificateResult {
  if (check.kind === 'none') return { kind: 'fits', verified: 'none' };
  const chain = chainOf(socket);
  if (check.kind === 'dane') {
    const records = usableRecords(check.records);
    return records.length === 0
      ? { kind: 'fits', verified: 'none' }
      : checkDane(chain, { records, names: check.names });
  }
  const [leaf] = chain;
  if (!leaf) return unfit('validation-failure', 'the server shows no certificate');
  if (!socket.authorized) {
    const code = codeOf(socket.authorizationError);
    return unfit(failures.get(code) ?? 'validation-failure', `the certificate is not valid (${code})`);
  }
  return hasName(leaf, check.names) ? { kind: 'fits', verified: 'pkix' } : fitsNone(leaf, check.names);
}

/** Node.js says it is an Error, and gives the code alone. */
function codeOf(error: unknown): string {
  if (typeof error === 'string') return error;
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

const notTrusted: TlsFailure = 'certificate-not-trusted';
const failures: ReadonlyMap<string, TlsFailure> = new Map<string, TlsFailure>([
  ['CERT_HAS_EXPIRED', 'certificate-expired'],
  ['CERT_NOT_YET_VALID', 'certificate-expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', notTrusted],
  ['SELF_SIGNED_CERT_IN_CHAIN', notTrusted],
  ['UNABLE_TO_GET_ISSUER_CERT', notTrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', notTrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', notTrusted],
  ['CERT_UNTRUSTED', notTrusted],
  ['CERT_REJECTED', notTrusted],
  ['CERT_REVOKED', notTrusted],
  ['INVALID_CA', notTrusted],
]);

/** A server may send as many as it likes. */
const certificatesMax = 12;

/** The server's certificate, and those that it sent along or that vouch for it. */
function chainOf(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  const seen = new Set<unknown>();
  let next: Partial<DetailedPeerCertificate> | undefined = socket.getPeerCertificate(true);
  while (next?.raw !== undefined && !seen.has(next.fingerprint256) && chain.length < certificatesMax) {
    seen.add(next.fingerprint256);
    chain.push(new X509Certificate(next.raw));
    next = next.issuerCertificate;
  }
  return chain;
}
