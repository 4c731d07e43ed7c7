import assert from 'node:assert';
import {
  allOf,
  profileResource,
  sessionSummary,
  setPasswordRequest,
  updateProfileRequest,
  type ProfileResource,
} from '@postrider/contracts/console';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { withTransaction } from '@postrider/db';
import {
  findCredentials,
  findProfile,
  renameUser,
  setPasswordHash,
  type SessionSummaryRow,
  type UserSession,
} from '@postrider/identity';
import { clientNetwork } from '@postrider/runtime';
import { consoleRoute } from './console-route';
import { recordOwnChange } from './own-changes';
import { requirePasswords } from './session.routes';
import { wholeList } from './whole-list';
import type { ConsoleTools } from './console-tools';

export const profileRoutes = [
  consoleRoute({
    operationId: 'readProfile',
    method: 'GET',
    path: '/profile',
    access: 'user',
    summary: 'Get the profile',
    description: 'Returns the signed-in user and the ways in which they can sign in.',
    tag: 'Profile',
    success: { status: 200, schema: profileResource },
    errors: [],
    handle: async ({ session }, tools) => ({ body: await present(tools, session.user.id) }),
  }),
  consoleRoute({
    operationId: 'updateProfile',
    method: 'PATCH',
    path: '/profile',
    access: 'user',
    body: updateProfileRequest,
    summary: 'Update the profile',
    description: 'Changes the name of the user, which members and the audit log show.',
    tag: 'Profile',
    success: { status: 200, schema: profileResource },
    errors: [],
    handle: async ({ session, body, requestId }, tools) => {
      const { pool } = tools;
      const { id, name } = session.user;
      await withTransaction(pool, async (tx) => {
        if (!(await renameUser(tx, id, body.name))) return;
        const [before, after] = [{ name }, { name: body.name }];
        await recordOwnChange(tx, { id, requestId }, { action: 'user.update', before, after });
      });
      return { body: await present(tools, id) };
    },
  }),
  consoleRoute({
    operationId: 'setPassword',
    method: 'POST',
    path: '/profile/password',
    access: 'user',
    isSensitive: true,
    body: setPasswordRequest,
    summary: 'Set the password',
    description: 'Sets or changes the password and ends all other sessions of the user.',
    tag: 'Profile',
    success: { status: 200, schema: profileResource },
    errors: ['invalid_credentials', 'sign_in_method_disabled'],
    handle: async ({ session, body, client, requestId }, tools) => {
      const { pool, signIn, sessions, passwords, methods } = tools;
      requirePasswords(methods);
      const { id } = session.user;
      const user = await findCredentials(pool, { id });
      if (user !== null && user.passwordHash !== null) {
        const password = body.current_password;
        if (password === undefined) throw invalidField('current_password', 'required');
        await signIn.prove(id, { password }, client);
      }
      const turn = { network: clientNetwork(client.address), isKnownDevice: true };
      const passwordHash = await passwords.hash(body.new_password, turn);
      await withTransaction(pool, async (tx) => {
        await setPasswordHash(tx, id, passwordHash);
        const after = { ended_sessions: await sessions.endOthers(tx, id, session.id) };
        await recordOwnChange(tx, { id, requestId }, { action: 'user.set_password', after });
      });
      return { body: await present(tools, id) };
    },
  }),
];

export const ownSessionRoutes = [
  consoleRoute({
    operationId: 'listSessions',
    method: 'GET',
    path: '/profile/sessions',
    access: 'user',
    summary: 'List sessions',
    description: 'Returns the sessions of the user that have not ended, the newest first, at most 100.',
    tag: 'Profile',
    success: { status: 200, schema: allOf(sessionSummary).meta({ id: 'SessionList' }) },
    errors: [],
    handle: async ({ session }, { sessions }) => {
      const rows = await sessions.list(session.user.id);
      return { body: wholeList(rows.map((row) => presentSummary(row, session))) };
    },
  }),
  consoleRoute({
    operationId: 'endSession',
    method: 'DELETE',
    path: '/profile/sessions/:id',
    access: 'user',
    summary: 'End a session',
    description: 'Ends one session of the user. Its next request is refused on every replica.',
    tag: 'Profile',
    success: { status: 204, schema: null },
    errors: ['not_found'],
    handle: async ({ session: { user }, params: { id }, requestId }, { pool, sessions }) => {
      await withTransaction(pool, async (tx) => {
        if (!isId(id) || !(await sessions.end(tx, user.id, id))) throw new AppError('not_found');
        const after = { session_id: id };
        await recordOwnChange(tx, { id: user.id, requestId }, { action: 'user.end_session', after });
      });
      return {};
    },
  }),
  consoleRoute({
    operationId: 'endOtherSessions',
    method: 'DELETE',
    path: '/profile/sessions',
    access: 'user',
    summary: 'End all other sessions',
    description: 'Ends all sessions of the user except the one of this request.',
    tag: 'Profile',
    success: { status: 204, schema: null },
    errors: [],
    handle: async ({ session: { id, user }, requestId }, { pool, sessions }) => {
      await withTransaction(pool, async (tx) => {
        const after = { ended: await sessions.endOthers(tx, user.id, id) };
        if (after.ended === 0) return;
        await recordOwnChange(tx, { id: user.id, requestId }, { action: 'user.end_sessions', after });
      });
      return {};
    },
  }),
];

async function present({ pool, providers }: ConsoleTools, userId: string): Promise<ProfileResource> {
  const profile = await findProfile(pool, userId);
  assert(profile !== null, 'a session has a user');
  const { id, email, name, isOperator, hasPassword, totpEnabledAt, recoveryCodesLeft, passkeys } = profile;
  return {
    object: 'profile',
    ...{ id, email, name, is_operator: isOperator, has_password: hasPassword },
    totp_enabled_at: totpEnabledAt?.toISOString() ?? null,
    recovery_codes_left: recoveryCodesLeft,
    passkeys,
    providers: providers.all.filter(({ issuer }) => profile.issuers.includes(issuer)).map((each) => each.id),
    created_at: profile.createdAt.toISOString(),
  };
}

function presentSummary(row: SessionSummaryRow, current: UserSession) {
  return {
    object: 'session' as const,
    id: row.id,
    is_current: row.id === current.id,
    method: row.method,
    ip_address: row.ipAddress,
    user_agent: row.userAgent,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}
