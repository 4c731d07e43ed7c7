import { hash, randomInt } from 'node:crypto';
import type { PoolClient } from '@postrider/db';
import type { Clock, SecretBox } from '@postrider/runtime';
import { Secret, TOTP } from 'otpauth';

type Client = Pick<PoolClient, 'query'>;

/** RFC 6238 with what every authenticator app supports: SHA-1, 6 digits, 30 seconds. */
const periodSeconds = 30;
/** A code of the step before or after is accepted, because clocks differ. */
const stepsAround = 1;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
const recoveryCodeCount = 10;
/** Without characters that are taken for others; 16 of them are 80 bits. */
const recoveryAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const recoveryGroups = { count: 4, chars: 4 };

export interface NewTotp {
  readonly secret: string;
  /** For a QR code. */
  readonly uri: string;
}

export function createTotpSecret(email: string, issuer: string): NewTotp {
  const totp = new TOTP({
    issuer,
    label: email,
    secret: new Secret({ size: secretBytes }),
    period: periodSeconds,
  });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step of a code that is valid now; null: it is not. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: periodSeconds });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: stepsAround });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Whether the code is right and later than any that was accepted: the same code is refused a second time, on every replica. */
export async function acceptCode(
  client: Client,
  user: { readonly id: string; readonly totpSecret: string },
  { code, secretBox, clock }: { readonly code: string; readonly secretBox: SecretBox; readonly clock: Clock },
): Promise<boolean> {
  const step = stepOfCode(secretBox.open(user.totpSecret, user.id), code, clock.now());
  if (step === null) return false;
  const { rowCount } = await client.query(
    `UPDATE users SET totp_last_step = $2
      WHERE id = $1 AND totp_secret = $3 AND (totp_last_step IS NULL OR totp_last_step < $2)`,
    [user.id, step, user.totpSecret],
  );
  return rowCount === 1;
}

/** Sets up the authenticator app of a user with the code that confirmed it. */
export async function enableTotp(
  client: Client,
  userId: string,
  totp: { readonly sealedSecret: string; readonly step: number; readonly now: Date },
): Promise<void> {
  await client.query(
    'UPDATE users SET totp_secret = $2, totp_enabled_at = $3, totp_last_step = $4 WHERE id = $1',
    [userId, totp.sealedSecret, totp.now, totp.step],
  );
}

export async function disableTotp(client: Client, userId: string): Promise<void> {
  await client.query(
    'UPDATE users SET totp_secret = NULL, totp_enabled_at = NULL, totp_last_step = NULL WHERE id = $1',
    [userId],
  );
  await client.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
}

/** Ten new codes; earlier ones no longer work. */
export async function replaceRecoveryCodes(client: Client, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
  await client.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await client.query(
    'INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, code_hash FROM unnest($2::bytea[]) AS code_hash',
    [userId, codes.map(hashRecoveryCode)],
  );
  return codes;
}

/** Whether the code is one of the user's that was not used yet; then it is now. */
export async function useRecoveryCode(
  client: Client,
  userId: string,
  { code, now }: { readonly code: string; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, hashRecoveryCode(code), now],
  );
  return rowCount === 1;
}

function createRecoveryCode(): string {
  const group = () =>
    Array.from(
      { length: recoveryGroups.chars },
      () => recoveryAlphabet[randomInt(recoveryAlphabet.length)],
    ).join('');
  return Array.from({ length: recoveryGroups.count }, group).join('-');
}

/** However it is typed. */
function hashRecoveryCode(code: string): Buffer {
  return hash('sha256', code.toUpperCase().replace(/[^0-9A-Z]/g, ''), 'buffer');
}
