import type { SmtpConnectionError } from './connection-error';
import type { ServerReply } from './reply';
import type { MailSession } from './session';
import type { SmtpTimeouts } from './timeouts';

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** RFC 6698 §2.1. */
export interface TlsaRecord {
  readonly usage: number;
  readonly selector: number;
  readonly matchingType: number;
  readonly data: Buffer;
}

/** What a server's certificate is held against. */
export type CertificateCheck =
  | { readonly kind: 'none' }
  /**
   * A chain to a trusted authority, for one of the names; `*.example.org` stands for one label (RFC 6125 §6.4.3). `ca`: PEM, in
   * place of the authorities that Node.js knows.
   */
  | { readonly kind: 'pkix'; readonly names: readonly string[]; readonly ca?: string }
  /** RFC 7672: usages 2 and 3 alone; where no record is usable, TLS without a look at the certificate (§2.2). */
  | { readonly kind: 'dane'; readonly names: readonly string[]; readonly records: readonly TlsaRecord[] };

/**
 * - off: never encrypted.
 * - opportunistic: STARTTLS when offered, any certificate; in clear when the server then refuses it, but not when it fails.
 * - required: no mail without STARTTLS and a certificate that fits.
 * - implicit: TLS from the first octet.
 */
export type TlsRequirement =
  | { readonly mode: 'off' }
  | { readonly mode: 'opportunistic' }
  | { readonly mode: 'required'; readonly certificate: CertificateCheck }
  | { readonly mode: 'implicit'; readonly certificate: CertificateCheck };

export interface ConnectOptions {
  /** Name for TLS (SNI) and for people. */
  readonly host: string;
  /** Where to connect. */
  readonly address: string;
  readonly port: number;
  /** Local address to connect from; null: the system's choice. */
  readonly localAddress: string | null;
  /** Our name in EHLO. */
  readonly name: string;
  readonly tls: TlsRequirement;
  readonly credentials: Credentials | null;
  readonly timeouts: SmtpTimeouts;
}

/** Why TLS failed, in the words of RFC 8460 §4.3. */
export type TlsFailure =
  | 'starttls-not-supported'
  | 'certificate-host-mismatch'
  | 'certificate-expired'
  | 'certificate-not-trusted'
  | 'tlsa-invalid'
  | 'validation-failure';

export type ConnectResult =
  | { readonly kind: 'open'; readonly session: MailSession }
  /** The server answered, but not with a welcome. */
  | {
      readonly kind: 'refused';
      readonly step: 'greeting' | 'EHLO' | 'STARTTLS' | 'AUTH';
      readonly reply: ServerReply;
      /** By name. */
      readonly host: string;
      readonly conversation: readonly string[];
    }
  | {
      readonly kind: 'failed';
      readonly step: 'connect' | 'greeting' | 'EHLO' | 'TLS' | 'AUTH';
      readonly error: SmtpConnectionError;
      /** Of step TLS. */
      readonly tlsFailure: TlsFailure | null;
      readonly conversation: readonly string[];
    };
