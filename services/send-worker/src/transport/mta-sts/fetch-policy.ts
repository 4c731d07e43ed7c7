import type { HttpClient } from '@postrider/http-client';
import { errorCode } from '@postrider/runtime';
import { parseStsPolicy, type StsPolicy } from './sts-policy';

/** Why there is no policy, in the words of RFC 8460 §4.3.2.2. */
export type StsFailure = 'sts-policy-fetch-error' | 'sts-policy-invalid' | 'sts-webpki-invalid';

export type FetchedPolicy =
  | { readonly kind: 'policy'; readonly policy: StsPolicy }
  | { readonly kind: 'failed'; readonly failure: StsFailure; readonly reason: string };

export type FetchPolicy = (domain: string) => Promise<FetchedPolicy>;

/** RFC 8461 §3.3 suggests a minute; no delivery waits for it that long, and a server that hangs keeps its place until then. */
const timeoutMs = 10_000;
const bytesMax = 65_536;
const certificateCodes = /^(?:CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/;

/** By HTTPS from the host that RFC 8461 §3.3 names: its certificate verified, no redirect followed. Never rejects. */
export function createFetchPolicy(options: {
  readonly http: HttpClient;
  readonly port: number;
}): FetchPolicy {
  const { http, port } = options;
  return async (domain) => {
    try {
      const url = new URL(`https://mta-sts.${domain}:${port}/.well-known/mta-sts.txt`);
      const { status, headers, body } = await http.request({ method: 'GET', url, timeoutMs, bytesMax });
      if (status !== 200) return failed('sts-policy-fetch-error', `status ${status}`);
      if (!/^text\/plain\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
        return failed('sts-policy-invalid', 'not text/plain');
      }
      const policy = parseStsPolicy(body.toString('utf8'));
      return policy ? { kind: 'policy', policy } : failed('sts-policy-invalid', 'not a valid policy');
    } catch (error) {
      const code = errorCode(error);
      return failed(certificateCodes.test(code) ? 'sts-webpki-invalid' : 'sts-policy-fetch-error', code);
    }
  };
}

function failed(failure: StsFailure, reason: string): FetchedPolicy {
  return { kind: 'failed', failure, reason };
}
