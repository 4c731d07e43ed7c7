import {
  addPasskeyRequest,
  allOf,
  confirmTotpRequest,
  passkeyOptions,
  passkeyResource,
  recoveryCodes,
  renamePasskeyRequest,
  totpSetup,
  type PasskeyResource,
} from '@postrider/contracts/console';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { withTransaction } from '@postrider/db';
import {
  createTotpSecret,
  disableTotp,
  enableTotp,
  findCredentials,
  replaceRecoveryCodes,
  stepOfCode,
  unlinkProvider,
  type PasskeyRow,
} from '@postrider/identity';
import { consoleRoute } from './console-route';
import { recordOwnChange } from './own-changes';
import { wholeList } from './whole-list';

const issuer = 'Postrider';
const setupLifeMs = 10 * 60_000;
const wrongCodesMax = 5;

export const secondFactorRoutes = [
  consoleRoute({
    operationId: 'beginTotp',
    method: 'POST',
    path: '/profile/totp',
    access: 'user',
    isSensitive: true,
    summary: 'Begin with an authenticator app',
    description:
      'Returns a new secret. Nothing changes until it is confirmed with a code within ten minutes.',
    tag: 'Profile',
    success: { status: 200, schema: totpSetup },
    errors: [],
    handle: async ({ session: { user } }, { secretBox, answers, challenges }) => {
      const totp = createTotpSecret(user.email, issuer);
      // Sealed as it will be stored: for the user's row.
      const data = { secret: secretBox.seal(totp.secret, user.id) };
      const token = await challenges.begin({ kind: 'new_totp', userId: user.id, data, lifeMs: setupLifeMs });
      return { body: totp, cookies: [answers.challengeCookie(token)] };
    },
  }),
  consoleRoute({
    operationId: 'confirmTotp',
    method: 'POST',
    path: '/profile/totp/confirm',
    access: 'user',
    isSensitive: true,
    body: confirmTotpRequest,
    summary: 'Confirm the authenticator app',
    description:
      'Requires codes from now on when the user signs in with a password. Returns ten recovery codes.',
    tag: 'Profile',
    success: { status: 200, schema: recoveryCodes },
    errors: ['invalid_credentials'],
    handle: async (
      { session: { user }, body, challengeToken, requestId },
      { pool, clock, secretBox, answers, challenges },
    ) => {
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
    },
  }),
  consoleRoute({
    operationId: 'removeTotp',
    method: 'DELETE',
    path: '/profile/totp',
    access: 'user',
    isSensitive: true,
    summary: 'Remove the authenticator app',
    description: 'Deletes the secret and the recovery codes. Codes are no longer required.',
    tag: 'Profile',
    success: { status: 204, schema: null },
    errors: [],
    handle: async ({ session: { user }, requestId }, { pool }) => {
      await withTransaction(pool, async (client) => {
        await disableTotp(client, user.id);
        await recordOwnChange(client, { id: user.id, requestId }, { action: 'user.disable_totp' });
      });
      return {};
    },
  }),
  consoleRoute({
    operationId: 'renewRecoveryCodes',
    method: 'POST',
    path: '/profile/recovery-codes',
    access: 'user',
    isSensitive: true,
    summary: 'Replace the recovery codes',
    description:
      'Returns ten new recovery codes. Requires an authenticator app; earlier codes no longer work.',
    tag: 'Profile',
    success: { status: 200, schema: recoveryCodes },
    errors: ['not_found'],
    handle: async ({ session: { user }, requestId }, { pool }) => {
      const found = await findCredentials(pool, { id: user.id });
      if (found === null || found.totpSecret === null) {
        throw new AppError('not_found', 'Set up an authenticator app first.');
      }
      const codes = await withTransaction(pool, async (client) => {
        await recordOwnChange(client, { id: user.id, requestId }, { action: 'user.renew_recovery_codes' });
        return replaceRecoveryCodes(client, user.id);
      });
      return { body: { codes } };
    },
  }),
];

export const passkeyRoutes = [
  consoleRoute({
    operationId: 'listPasskeys',
    method: 'GET',
    path: '/profile/passkeys',
    access: 'user',
    summary: 'List passkeys',
    description: 'Returns all passkeys of the signed-in user, the oldest first.',
    tag: 'Profile',
    success: { status: 200, schema: allOf(passkeyResource).meta({ id: 'PasskeyList' }) },
    errors: [],
    handle: async ({ session: { user } }, { passkeys }) => ({
      body: wholeList((await passkeys.list(user.id)).map(presentPasskey)),
    }),
  }),
  consoleRoute({
    operationId: 'readNewPasskeyOptions',
    method: 'POST',
    path: '/profile/passkeys/options',
    access: 'user',
    isSensitive: true,
    summary: 'Begin to add a passkey',
    description:
      'Returns options for `navigator.credentials.create()`, then add the answer with `POST /profile/passkeys`.',
    tag: 'Profile',
    success: { status: 200, schema: passkeyOptions },
    errors: [],
    handle: async ({ session: { user } }, { passkeys, answers }) => {
      const { options, challengeToken } = await passkeys.beginCreation(user);
      return { body: { options: { ...options } }, cookies: [answers.challengeCookie(challengeToken)] };
    },
  }),
  consoleRoute({
    operationId: 'addPasskey',
    method: 'POST',
    path: '/profile/passkeys',
    access: 'user',
    isSensitive: true,
    body: addPasskeyRequest,
    summary: 'Add a passkey',
    description: 'Adds a passkey, with which the user can sign in without a password. A user has at most 20.',
    tag: 'Profile',
    success: { status: 201, schema: passkeyResource },
    errors: ['invalid_credentials', 'validation_error'],
    handle: async ({ session: { user }, body, challengeToken, requestId }, { pool, passkeys, answers }) => {
      const { passkey, userId } = await passkeys.finishCreation(challengeToken, body.response);
      if (userId !== user.id) throw new AppError('invalid_credentials');
      const row = await withTransaction(pool, async (client) => {
        const added = await passkeys.add(client, user.id, { ...passkey, name: body.name });
        const after = { passkey_id: added.id, name: added.name };
        await recordOwnChange(client, { id: user.id, requestId }, { action: 'user.add_passkey', after });
        return added;
      });
      return { body: presentPasskey(row), cookies: [answers.clearedChallenge()] };
    },
  }),
  consoleRoute({
    operationId: 'renamePasskey',
    method: 'PATCH',
    path: '/profile/passkeys/:id',
    access: 'user',
    body: renamePasskeyRequest,
    summary: 'Rename a passkey',
    description: 'Changes the name under which the list shows the passkey.',
    tag: 'Profile',
    success: { status: 200, schema: passkeyResource },
    errors: ['not_found'],
    handle: async ({ session: { user }, body, params: { id }, requestId }, { pool, passkeys }) => {
      const row = await withTransaction(pool, async (client) => {
        const renamed = isId(id) ? await passkeys.rename(client, user.id, { id, name: body.name }) : null;
        if (renamed === null) throw new AppError('not_found');
        const after = { passkey_id: id, name: body.name };
        if (renamed.isChanged)
          await recordOwnChange(client, { id: user.id, requestId }, { action: 'user.rename_passkey', after });
        return renamed;
      });
      return { body: presentPasskey(row) };
    },
  }),
  consoleRoute({
    operationId: 'removePasskey',
    method: 'DELETE',
    path: '/profile/passkeys/:id',
    access: 'user',
    isSensitive: true,
    summary: 'Remove a passkey',
    description: 'Removes a passkey. The last one cannot be removed if the user has no other way to sign in.',
    tag: 'Profile',
    success: { status: 204, schema: null },
    errors: ['not_found', 'last_sign_in_method'],
    handle: async ({ session: { user }, params: { id }, requestId }, { pool, passkeys, offered }) => {
      if (!isId(id)) throw new AppError('not_found');
      await withTransaction(pool, async (client) => {
        await passkeys.remove(client, user.id, { id, offered });
        const before = { passkey_id: id };
        await recordOwnChange(client, { id: user.id, requestId }, { action: 'user.remove_passkey', before });
      });
      return {};
    },
  }),
  consoleRoute({
    operationId: 'unlinkProvider',
    method: 'DELETE',
    path: '/profile/providers/:id',
    access: 'user',
    isSensitive: true,
    summary: 'Unlink a sign-in provider',
    description:
      'The provider no longer signs the user in, until it identifies them by their email address again. The last way to sign in cannot be removed.',
    tag: 'Profile',
    success: { status: 204, schema: null },
    errors: ['not_found', 'last_sign_in_method'],
    handle: async ({ session: { user }, params, requestId }, { pool, providers, offered }) => {
      const provider = providers.find(params.id);
      if (provider === undefined) throw new AppError('not_found');
      const change = { userId: user.id, requestId, offered };
      await withTransaction(pool, (tx) => unlinkProvider(tx, provider, change));
      return {};
    },
  }),
];

function presentPasskey({ id, name, isSynced, createdAt, lastUsedAt }: PasskeyRow): PasskeyResource {
  return {
    object: 'passkey',
    ...{ id, name, is_synced: isSynced },
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
