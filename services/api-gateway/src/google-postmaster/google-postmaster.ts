import { AppError, invalidRequest } from '@postrider/contracts/errors';
import type { Pool } from '@postrider/db';
import type { Challenges } from '@postrider/identity';
import type { Clock, Logger, SecretBox } from '@postrider/runtime';
import { randomBytes } from 'node:crypto';
import type { Author } from '../audit/record-audit-entry';
import { deleteConnection, saveConnection, type GoogleConnection } from './google-postmaster.repository';
import { createGoogleOauth, type GoogleOauth, type GoogleSettings } from './google-oauth';
import { GoogleRefusal } from './google-refusal';

/** Who connects an account, in which organization. */
interface Connecting extends Author {
  readonly organizationId: string;
  readonly userId: string;
}

/** Connects Google accounts of organizations: authorization code flow with PKCE and a state that works once, for who began it. */
export interface GoogleAccounts {
  /** @returns the page of Google that asks for access */
  begin(who: Omit<Connecting, 'actor'>): Promise<string>;
  /** @throws AppError `validation_error`, `service_unavailable` */
  finish(who: Connecting, answer: { readonly code: string; readonly state: string }): Promise<void>;
  /** Gives the access back to Google. @returns false when none is connected */
  disconnect(who: Omit<Connecting, 'userId'>): Promise<boolean>;
}

const stepLifeMs = 10 * 60_000;
const challengeKind = 'google_postmaster';

const startAgain = () =>
  invalidRequest('Google did not give access, or the step has expired. Connect the account again.');

export function createGoogleAccounts(options: {
  readonly pool: Pool;
  readonly settings: GoogleSettings;
  readonly challenges: Challenges;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly log: Logger;
}): GoogleAccounts {
  const { pool, settings, challenges, secretBox, clock, log } = options;
  const oauth = createGoogleOauth(settings);
  const giveBack = (connection: GoogleConnection) => revoke({ oauth, secretBox, log }, connection);
  return {
    begin: async ({ organizationId, userId }) => {
      const codeVerifier = randomBytes(32).toString('base64url');
      const data = { organizationId, codeVerifier: secretBox.seal(codeVerifier, organizationId) };
      const state = await challenges.begin({ kind: challengeKind, userId, data, lifeMs: stepLifeMs });
      return oauth.authorizationUrl({ state, codeVerifier });
    },
    finish: async ({ organizationId, userId, actor }, { code, state }) => {
      const step = await challenges.take(state, challengeKind);
      if (step?.userId !== userId || step.data['organizationId'] !== organizationId) throw startAgain();
      const codeVerifier = secretBox.open(String(step.data['codeVerifier']), organizationId);
      const refreshToken = await oauth.exchange({ code, codeVerifier }).catch((error: unknown) => {
        throw refusalOf(error, log);
      });
      const change = { organizationId, actor };
      const replaced = await saveConnection(pool, change, { refreshToken, now: clock.now(), secretBox });
      if (replaced !== null) await giveBack(replaced);
    },
    disconnect: async (change) => {
      const connection = await deleteConnection(pool, change);
      if (connection !== null) await giveBack(connection);
      return connection !== null;
    },
  };
}

/** What we no longer have cannot be used: whether Google answers decides nothing. */
async function revoke(
  {
    oauth,
    secretBox,
    log,
  }: { readonly oauth: GoogleOauth; readonly secretBox: SecretBox; readonly log: Logger },
  { id, organizationId, refreshToken }: GoogleConnection,
): Promise<void> {
  try {
    await oauth.revoke(secretBox.open(refreshToken, id));
  } catch (error) {
    const { message } = error as Error;
    log.warn({ organization_id: organizationId, message }, 'the access to Google could not be revoked');
  }
}

function refusalOf(error: unknown, log: Logger): unknown {
  if (!(error instanceof GoogleRefusal)) return error;
  log.warn({ fault: error.fault, message: error.message }, 'a Google account could not be connected');
  if (error.fault === 'rate_limited' || error.fault === 'unavailable') {
    return new AppError('service_unavailable', 'Google does not answer. Connect the account again later.', {
      cause: error,
    });
  }
  return startAgain();
}
