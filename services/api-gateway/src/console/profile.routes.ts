import assert from 'node:assert';
import { AppError, invalidField, isId } from '@postrider/contracts';
import type { ProfileResource, SignInMethods } from '@postrider/contracts/console';
import { withTransaction, type Pool } from '@postrider/db';
import {
  findCredentials,
  findProfile,
  renameUser,
  setPasswordHash,
  unlinkProvider,
  type OfferedMethods,
  type OpenIdProviders,
  type Passwords,
  type Sessions,
  type SessionSummaryRow,
  type SignIn,
  type UserSession,
} from '@postrider/identity';
import { clientNetwork } from '@postrider/runtime';
import { consoleRoute, type ConsoleRoute } from './console-route';
import { profileEndpoints as endpoints } from './endpoints/profile.endpoints';
import { recordOwnChange } from './own-changes';
import { requirePasswords } from './session.routes';
import { wholeList } from './whole-list';

export interface ProfileRouteOptions {
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly passwords: Passwords;
  readonly methods: SignInMethods;
  readonly providers: OpenIdProviders;
  readonly offered: OfferedMethods;
}

export function profileRoutes(options: ProfileRouteOptions): ConsoleRoute[] {
  const { pool, sessions, signIn, passwords, methods } = options;
  const present = (userId: string) => presentProfile(options, userId);
  return [
    consoleRoute(endpoints.read, async ({ session }) => ({ body: await present(session.user.id) })),
    consoleRoute(endpoints.update, async ({ session, body, requestId }) => {
      const { id, name } = session.user;
      await withTransaction(pool, async (tx) => {
        if (!(await renameUser(tx, id, body.name))) return;
        const [before, after] = [{ name }, { name: body.name }];
        await recordOwnChange(tx, { id, requestId }, { action: 'user.update', before, after });
      });
      return { body: await present(id) };
    }),
    consoleRoute(endpoints.setPassword, async ({ session, body, client, requestId }) => {
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
      return { body: await present(id) };
    }),
    consoleRoute(endpoints.unlinkProvider, async ({ session: { user }, params, requestId }) => {
      const provider = options.providers.find(params.id);
      if (provider === undefined) throw new AppError('not_found');
      const change = { userId: user.id, requestId, offered: options.offered };
      await withTransaction(pool, (tx) => unlinkProvider(tx, provider, change));
      return {};
    }),
    ...sessionListRoutes(options),
  ];
}

function sessionListRoutes({ pool, sessions }: ProfileRouteOptions): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.listSessions, async ({ session }) => {
      const rows = await sessions.list(session.user.id);
      return { body: wholeList(rows.map((row) => presentSummary(row, session))) };
    }),
    consoleRoute(endpoints.endSession, async ({ session: { user }, params: { id }, requestId }) => {
      await withTransaction(pool, async (tx) => {
        if (!isId(id) || !(await sessions.end(tx, user.id, id))) throw new AppError('not_found');
        const after = { session_id: id };
        await recordOwnChange(tx, { id: user.id, requestId }, { action: 'user.end_session', after });
      });
      return {};
    }),
    consoleRoute(endpoints.endOtherSessions, async ({ session: { id, user }, requestId }) => {
      await withTransaction(pool, async (tx) => {
        const after = { ended: await sessions.endOthers(tx, user.id, id) };
        if (after.ended === 0) return;
        await recordOwnChange(tx, { id: user.id, requestId }, { action: 'user.end_sessions', after });
      });
      return {};
    }),
  ];
}

async function presentProfile(
  { pool, providers }: ProfileRouteOptions,
  userId: string,
): Promise<ProfileResource> {
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
