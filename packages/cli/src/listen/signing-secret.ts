import { randomBytes } from 'node:crypto';
import type { Session } from '../session/session';
import { signingSecretOf } from '../profiles/profile-store';

/** The secret with which `listen` signs: made once for a profile, so that the receiver's settings stay right. */
export async function signingSecret({ settings, profiles, profileName }: Session): Promise<string> {
  if (settings.webhookSecret !== undefined) return settings.webhookSecret;
  const secrets = profiles.secretsOf(profileName);
  const stored = await secrets.get(signingSecretOf(profileName));
  if (stored !== null) return stored;
  const made = `whsec_${randomBytes(32).toString('base64')}`;
  await secrets.set(signingSecretOf(profileName), made);
  return made;
}
