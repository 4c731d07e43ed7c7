import { errorCode } from '../log/describe-error';
import { addressOfUrl } from '../log/mask';
import { causesOf } from './causes-of';

/** Address of an engine, and the setting that holds it. */
export interface EngineAddress {
  readonly name: string;
  readonly setting: string;
  readonly url: string;
}

/** What an engine that is there says to who may not use it: SQLSTATEs, codes of TLS, and texts of amqplib and Redis. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^28P01$/, 'refuses the password'],
  [/^28000$/, 'refuses this user'],
  [/^3D000$/, 'has no such database'],
  [/^(WRONGPASS|NOAUTH|NOPERM) |invalid password|without any password configured/i, 'refuses the password'],
  [/\b403 \(ACCESS[-_]REFUSED\)/, 'refuses user or password'],
  [/\b530 \(NOT[-_]ALLOWED\)/, 'refuses this user access to the virtual host'],
  [/^The server does not support SSL connections$|^ERR_SSL_WRONG_VERSION_NUMBER$/, 'does not speak TLS'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_SIGNATURE_FAILURE)$/,
    'has a certificate that is not signed by a trusted authority (set NODE_EXTRA_CA_CERTS to the file of a private one)',
  ],
  [/^CERT_HAS_EXPIRED$/, 'has an expired certificate'],
  [/^CERT_NOT_YET_VALID$/, 'has a certificate that is not valid yet'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'has a certificate for another host'],
  // Reading what the parameters of DATABASE_URL name.
  [
    /^(ENOENT|EACCES|EISDIR): .*, (open|read)\b/,
    'cannot be reached: a file in its URL (sslrootcert, sslcert, sslkey) cannot be read',
  ],
];

/** A sentence when the engine is there and will not have us, however long we wait; null for everything else. */
export function engineRefusal({ name, setting, url }: EngineAddress, error: unknown): string | null {
  const said = causesOf(error).flatMap((cause) => {
    const { code, message } = cause as { code?: unknown; message?: unknown };
    return [code, message].filter((each) => typeof each === 'string');
  });
  const reason = reasons.find(([pattern]) => said.some((text) => pattern.test(text)))?.[1];
  return reason === undefined ? null : `${setting}: ${name} at ${addressOfUrl(url)} ${reason}`;
}

/** The sentence for an engine that is not there, as far as one can tell from here. */
export function engineMissing({ name, setting, url }: EngineAddress, error: unknown): string {
  const where = `${addressOfUrl(url)} (${innermostCode(error)})`;
  return `${name} does not answer at ${where}: is ${setting} right, and does it run?`;
}

/** A client's "not connected" wraps the reason. */
export function innermostCode(error: unknown): string {
  const coded = causesOf(error).filter((cause) => errorCode(cause) !== 'Error');
  return errorCode(coded.at(-1) ?? error);
}
