import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readSettingFile, SettingsError, type Logger } from '@postrider/runtime';

export interface TlsPair {
  readonly key: string;
  readonly cert: string;
}

export interface TlsFileSettings {
  readonly SMTP_TLS_KEY_FILE: string;
  readonly SMTP_TLS_CERT_FILE: string;
}

interface ReadOptions {
  readonly log: Logger;
  readonly now: Date;
}

/**
 * Key and certificate of the listeners, which belong together. A certificate that has expired is complained about and used:
 * clients that do not look go on, and a restart must not make the failure of some that of all.
 *
 * @returns null when it is `unless`
 * @throws SettingsError with what the operator has to put right
 */
export function readTlsPair(files: TlsFileSettings, options: ReadOptions): TlsPair;
export function readTlsPair(
  files: TlsFileSettings,
  options: ReadOptions & { readonly unless: TlsPair },
): TlsPair | null;
export function readTlsPair(
  { SMTP_TLS_KEY_FILE: keyFile, SMTP_TLS_CERT_FILE: certFile }: TlsFileSettings,
  { log, now, unless }: ReadOptions & { readonly unless?: TlsPair },
): TlsPair | null {
  const key = readSettingFile('SMTP_TLS_KEY_FILE', keyFile);
  const cert = readSettingFile('SMTP_TLS_CERT_FILE', certFile);
  if (key === unless?.key && cert === unless.cert) return null;
  const privateKey = readPem(
    () => createPrivateKey(key),
    `SMTP_TLS_KEY_FILE: ${keyFile} does not contain a private key in PEM format`,
  );
  const certificate = readPem(
    () => new X509Certificate(cert),
    `SMTP_TLS_CERT_FILE: ${certFile} does not contain a certificate in PEM format`,
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new SettingsError([
      `SMTP_TLS_KEY_FILE: ${keyFile} is not the key of the certificate in SMTP_TLS_CERT_FILE (${certFile})`,
    ]);
  }
  if (certificate.validToDate <= now) {
    log.error(`SMTP_TLS_CERT_FILE: the certificate in ${certFile} expired on ${certificate.validTo}`);
  }
  return { key, cert };
}

function readPem<T>(read: () => T, mistake: string): T {
  try {
    return read();
  } catch {
    throw new SettingsError([mistake]);
  }
}
