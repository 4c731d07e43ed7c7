import { createHmac, timingSafeEqual } from 'node:crypto';
import { SecretBoxError, type SecretBox } from '@postrider/runtime';

/**
 * What the database keeps of a secret, so that a process with another one is known at its start: a value that tells
 * whether a secret is the one it was made with, and nothing else about it.
 */
export interface SecretProof {
  /** The setting that holds the secret; one proof is kept for each. */
  readonly setting: ProvenSetting;
  make(): string;
  /** Whether the proof was made with this secret, or with one of those that were before it. */
  holds(proof: string): boolean;
  /** Whether it was made with this secret itself. */
  isCurrent(proof: string): boolean;
  /** What is wrong when it does not hold, and what to do: the rest of a sentence that begins with the setting. */
  readonly mistake: string;
}

export const provenSettings = ['MASTER_KEY', 'LINK_SECRET', 'RETURN_PATH_SECRET'] as const;
export type ProvenSetting = (typeof provenSettings)[number];

const knownValue = 'postrider proof of the master key';

/** A known value, sealed: it opens exactly where DKIM keys and webhook secrets do. */
export function masterKeyProof(box: SecretBox): SecretProof {
  const setting = 'MASTER_KEY';
  const holds = (proof: string): boolean => {
    try {
      return box.open(proof, setting) === knownValue;
    } catch (error) {
      if (error instanceof SecretBoxError) return false;
      throw error;
    }
  };
  return {
    setting,
    make: () => box.seal(knownValue, setting),
    holds,
    isCurrent: (proof) => box.isCurrent(proof) && holds(proof),
    mistake: 'is neither the key that sealed the secrets in this database nor listed in MASTER_KEYS_PREVIOUS',
  };
}

export function linkSecretProof(secret: Buffer, previous: readonly Buffer[]): SecretProof {
  return fingerprintProof('LINK_SECRET', { secret, previous }, [
    'is neither the secret that signed the links in sent email nor listed in LINK_SECRETS_PREVIOUS;',
    'if the former secret is lost: `postrider secrets accept LINK_SECRET`',
  ]);
}

export function returnPathSecretProof({
  secret,
  previous = [],
}: {
  readonly secret: string;
  readonly previous?: readonly string[];
}): SecretProof {
  const given = { secret: Buffer.from(secret), previous: previous.map((each) => Buffer.from(each)) };
  return fingerprintProof('RETURN_PATH_SECRET', given, [
    'is neither the secret that signed the return paths of sent email nor listed in RETURN_PATH_SECRETS_PREVIOUS;',
    'if the former secret is lost: `postrider secrets accept RETURN_PATH_SECRET`',
  ]);
}

/**
 * An HMAC of a constant. Every mail carries such HMACs under these secrets, so a reader of the database
 * learns nothing that a recipient could not.
 */
function fingerprintProof(
  setting: ProvenSetting,
  { secret, previous }: { readonly secret: Buffer; readonly previous: readonly Buffer[] },
  mistake: readonly string[],
): SecretProof {
  const fingerprintOf = (key: Buffer): Buffer =>
    createHmac('sha256', key).update(`postrider proof of ${setting}`).digest();
  const current = fingerprintOf(secret);
  const isOf = (proof: string, fingerprint: Buffer): boolean => {
    const bytes = Buffer.from(proof, 'base64url');
    return bytes.length === fingerprint.length && timingSafeEqual(bytes, fingerprint);
  };
  return {
    setting,
    make: () => current.toString('base64url'),
    holds: (proof) => [current, ...previous.map(fingerprintOf)].some((each) => isOf(proof, each)),
    isCurrent: (proof) => isOf(proof, current),
    mistake: mistake.join(' '),
  };
}
