import { AppError, isId } from '@postrider/contracts';
import type { PasskeyResource } from '@postrider/contracts/console';
import { withTransaction, type Pool } from '@postrider/db';
import {
  createTotpSecret,
  disableTotp,
  enableTotp,
  findCredentials,
  replaceRecoveryCodes,
  stepOfCode,
  type Challenges,
  type OfferedMethods,
  type PasskeyRow,
  type Passkeys,
} from '@postrider/identity';
import type { Clock, SecretBox } from '@postrider/runtime';
import { consoleRoute, type ConsoleRoute } from './console-route';
import { profileEndpoints as endpoints } from './endpoints/profile.endpoints';
import { recordOwnChange } from './own-changes';
import type { SignInAnswers } from './sign-in-answers';
import { wholeList } from './whole-list';

export interface SecondFactorRouteOptions {
  readonly pool: Pool;
  readonly passkeys: Passkeys;
  readonly offered: OfferedMethods;
  readonly challenges: Challenges;
  readonly answers: SignInAnswers;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
}

const issuer = 'Postrider';
const setupLifeMs = 10 * 60_000;
const wrongCodesMax = 5;

export function secondFactorRoutes(options: SecondFactorRouteOptions): ConsoleRoute[] {
  return [...totpRoutes(options), ...passkeyRoutes(options)];
}

function totpRoutes(options: SecondFactorRouteOptions): ConsoleRoute[] {
  const { pool, challenges, answers, secretBox, clock } = options;
  return [
    consoleRoute(endpoints.beginTotp, async ({ session: { user } }) => {
      const totp = createTotpSecret(user.email, issuer);
      // Sealed as it will be stored: for the user's row.
      const data = { secret: secretBox.seal(totp.secret, user.id) };
      const token = await challenges.begin({ kind: 'new_totp', userId: user.id, data, lifeMs: setupLifeMs });
      return { body: totp, cookies: [answers.challengeCookie(token)] };
    }),
    consoleRoute(endpoints.confirmTotp, async ({ session: { user }, body, challengeToken, requestId }) => {
      const challenge =
        challengeToken === undefined ? null : await challenges.read(challengeToken, 'new_totp');
      if (challenge?.userId !== user.id) {
        throw new AppError('invalid_credentials', 'The step has expired. Start again.');
      }
      const sealedSecret = String(challenge.data['secret']);
      const now = clock.now();
      const step = stepOfCode(secretBox.open(sealedSecret, user.id), body.code, now);
      if (step === null) {
        await challenges.fail(challenge.id, wrongCodesMax);
        throw new AppError('invalid_credentials', 'The code is wrong. Check the clock of your phone.');
      }
      if (!(await challenges.end(challenge.id))) throw new AppError('invalid_credentials');
      const codes = await withTransaction(pool, async (client) => {
        await enableTotp(client, user.id, { sealedSecret, step, now });
        await recordOwnChange(client, { id: user.id, requestId }, { action: 'user.enable_totp' });
        return replaceRecoveryCodes(client, user.id);
      });
      return { body: { codes }, cookies: [answers.clearedChallenge()] };
    }),
    consoleRoute(endpoints.removeTotp, async ({ session: { user }, requestId }) => {
      await withTransaction(pool, async (client) => {
        await disableTotp(client, user.id);
        await recordOwnChange(client, { id: user.id, requestId }, { action: 'user.disable_totp' });
      });
      return {};
    }),
    consoleRoute(endpoints.renewRecoveryCodes, async ({ session: { user }, requestId }) => {
      const found = await findCredentials(pool, { id: user.id });
      if (found === null || found.totpSecret === null) {
        throw new AppError('not_found', 'Set up an authenticator app first.');
      }
      const codes = await withTransaction(pool, async (client) => {
        await recordOwnChange(client, { id: user.id, requestId }, { action: 'user.renew_recovery_codes' });
        return replaceRecoveryCodes(client, user.id);
      });
      return { body: { codes } };
    }),
  ];
}

function passkeyRoutes({ pool, passkeys, offered, answers }: SecondFactorRouteOptions): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.listPasskeys, async ({ session: { user } }) => ({
      body: wholeList((await passkeys.list(user.id)).map(presentPasskey)),
    })),
    consoleRoute(endpoints.newPasskeyOptions, async ({ session: { user } }) => {
      const { options, challengeToken } = await passkeys.beginCreation(user);
      return { body: { options: { ...options } }, cookies: [answers.challengeCookie(challengeToken)] };
    }),
    consoleRoute(endpoints.addPasskey, async ({ session: { user }, body, challengeToken, requestId }) => {
      const { passkey, userId } = await passkeys.finishCreation(challengeToken, body.response);
      if (userId !== user.id) throw new AppError('invalid_credentials');
      const row = await withTransaction(pool, async (client) => {
        const added = await passkeys.add(client, user.id, { ...passkey, name: body.name });
        const after = { passkey_id: added.id, name: added.name };
        await recordOwnChange(client, { id: user.id, requestId }, { action: 'user.add_passkey', after });
        return added;
      });
      return { body: presentPasskey(row), cookies: [answers.clearedChallenge()] };
    }),
    consoleRoute(endpoints.renamePasskey, async ({ session: { user }, body, params: { id }, requestId }) => {
      const row = await withTransaction(pool, async (client) => {
        const renamed = isId(id) ? await passkeys.rename(client, user.id, { id, name: body.name }) : null;
        if (renamed === null) throw new AppError('not_found');
        const after = { passkey_id: id, name: body.name };
        if (renamed.isChanged)
          await recordOwnChange(client, { id: user.id, requestId }, { action: 'user.rename_passkey', after });
        return renamed;
      });
      return { body: presentPasskey(row) };
    }),
    consoleRoute(endpoints.removePasskey, async ({ session: { user }, params: { id }, requestId }) => {
      if (!isId(id)) throw new AppError('not_found');
      await withTransaction(pool, async (client) => {
        await passkeys.remove(client, user.id, { id, offered });
        const before = { passkey_id: id };
        await recordOwnChange(client, { id: user.id, requestId }, { action: 'user.remove_passkey', before });
      });
      return {};
    }),
  ];
}

function presentPasskey({ id, name, isSynced, createdAt, lastUsedAt }: PasskeyRow): PasskeyResource {
  return {
    object: 'passkey',
    ...{ id, name, is_synced: isSynced },
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
