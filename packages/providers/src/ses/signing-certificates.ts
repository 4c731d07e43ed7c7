import { X509Certificate, type KeyObject } from 'node:crypto';
import type { HttpClient } from '@postrider/http-client';
import { createTtlCache, type Clock } from '@postrider/runtime';

/** It may be there later: the network, or more certificates asked for than a minute may have. */
export class CertificateUnavailableError extends Error {
  override readonly name = 'CertificateUnavailableError';
}

export interface SigningCertificates {
  /**
   * The key that a message of SNS names; null: what is there is no valid certificate of Amazon SNS.
   * @throws CertificateUnavailableError
   */
  keyAt(url: URL): Promise<KeyObject | null>;
}

interface Certificate {
  readonly key: KeyObject;
  readonly loadedAt: number;
  readonly validFrom: number;
  readonly validTo: number;
}

/** There is one for each region, changed once in some years. */
const certificatesMax = 50;
const keptMs = 30 * 24 * 3_600_000;
/** Then it is fetched again, and used until that is answered. Otherwise requests that name certificates without end would evict it. */
const freshMs = 24 * 3_600_000;
/** What is no certificate is not asked for again by each forgery that names it. */
const refusedMs = 60_000;
/** Anybody may name certificates, without any proof. */
const fetchesPerMinuteMax = 30;
const timeoutMs = 5_000;
const bytesMax = 65_536;
const snsName = /^sns(?:[.-][a-z0-9.-]{1,100})?\.amazonaws\.com(?:\.cn)?$/;

/**
 * Certificates that sign messages of SNS. Who made one is proved by where it comes from: https, by the system's authorities, from the
 * host of SNS itself. The file holds the leaf alone, so its chain cannot be built; name, kind of key and validity are looked at.
 */
export function createSigningCertificates(options: {
  readonly httpClient: Pick<HttpClient, 'request'>;
  readonly clock: Clock;
}): SigningCertificates {
  const { httpClient, clock } = options;
  const known = createTtlCache<string, Certificate>({ entriesMax: certificatesMax, ttlMs: keptMs, clock });
  const refused = createTtlCache<string, true>({ entriesMax: 1_000, ttlMs: refusedMs, clock });
  const asked = createTtlCache<string, Promise<Certificate | null>>({
    entriesMax: 100,
    ttlMs: 10_000,
    clock,
  });
  const window = { beganAt: 0, fetches: 0 };

  const mayFetch = (): boolean => {
    const now = clock.now().getTime();
    if (now - window.beganAt >= 60_000) Object.assign(window, { beganAt: now, fetches: 0 });
    window.fetches += 1;
    return window.fetches <= fetchesPerMinuteMax;
  };

  const load = async (url: URL): Promise<Certificate | null> => {
    if (!mayFetch()) throw new CertificateUnavailableError('too many certificate requests');
    const answer = await httpClient
      .request({ method: 'GET', url, timeoutMs, bytesMax })
      .catch((error: unknown) => {
        throw new CertificateUnavailableError('a certificate could not be fetched', { cause: error });
      });
    if (answer.status >= 500) throw new CertificateUnavailableError(`${url.host} answers ${answer.status}`);
    const certificate =
      answer.status === 200 ? readCertificate(answer.body, { loadedAt: clock.now().getTime() }) : null;
    if (certificate) known.set(url.href, certificate);
    else refused.set(url.href, true);
    return certificate;
  };

  /** Those who ask at the same time share a request. */
  const loadOnce = (url: URL): Promise<Certificate | null> => {
    const underWay = asked.get(url.href);
    if (underWay) return underWay;
    const loading = load(url).finally(() => asked.delete(url.href));
    asked.set(url.href, loading);
    return loading;
  };

  const find = async (url: URL): Promise<Certificate | null> => {
    const certificate = known.get(url.href);
    if (certificate && clock.now().getTime() - certificate.loadedAt < freshMs) return certificate;
    return loadOnce(url).catch((error: unknown) => {
      if (!certificate || !(error instanceof CertificateUnavailableError)) throw error;
      return certificate;
    });
  };

  return {
    keyAt: async (url) => {
      if (refused.get(url.href)) return null;
      const certificate = await find(url);
      const now = clock.now().getTime();
      const isValid = certificate !== null && certificate.validFrom <= now && now <= certificate.validTo;
      return isValid ? certificate.key : null;
    },
  };
}

/** Null: none, or not of Amazon SNS. */
function readCertificate(pem: Buffer, { loadedAt }: Pick<Certificate, 'loadedAt'>): Certificate | null {
  try {
    const certificate = new X509Certificate(pem);
    const name = /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? '';
    const key = certificate.publicKey;
    if (!snsName.test(name) || certificate.ca || key.asymmetricKeyType !== 'rsa') return null;
    const [validFrom, validTo] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
    return { key, loadedAt, validFrom, validTo };
  } catch {
    return null;
  }
}
