import assert from 'node:assert';
import { AppError, isId, type ProfileResource, type SignInMethods } from '@postrider/contracts';
import { withTransaction, type Pool } from '@postrider/db';
import {
  findCredentials,
  findProfile,
  renameUser,
  setPasswordHash,
  type Passwords,
  type Sessions,
  type SessionSummaryRow,
  type SignIn,
  type UserSession,
} from '@postrider/identity';
import { clientNetwork } from '@postrider/runtime';
import { consoleRoute, type ConsoleRoute } from './console-route';
import { profileEndpoints as endpoints } from './endpoints/profile.endpoints';
import { requirePasswords } from './session.routes';
import { wholeList } from './whole-list';

export interface ProfileRouteOptions {
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly passwords: Passwords;
  readonly methods: SignInMethods;
}

export function profileRoutes(options: ProfileRouteOptions): ConsoleRoute[] {
  const { pool, sessions, signIn, passwords, methods } = options;
  const present = (userId: string) => presentProfile(options, userId);
  return [
    consoleRoute(endpoints.read, async ({ session }) => ({ body: await present(session.user.id) })),
    consoleRoute(endpoints.update, async ({ session, body }) => {
      await renameUser(pool, session.user.id, body.name);
      return { body: await present(session.user.id) };
    }),
    consoleRoute(endpoints.setPassword, async ({ session, body, client }) => {
      requirePasswords(methods);
      const { id } = session.user;
      const user = await findCredentials(pool, { id });
      if (user !== null && user.passwordHash !== null) {
        const password = body.current_password;
        if (password === undefined) throw new AppError('validation_error', 'current_password: required');
        await signIn.prove(id, { password }, client);
      }
      const turn = { network: clientNetwork(client.address), isKnownDevice: true };
      const passwordHash = await passwords.hash(body.new_password, turn);
      await withTransaction(pool, async (tx) => {
        await setPasswordHash(tx, id, passwordHash);
        await sessions.endOthers(tx, id, session.id);
      });
      return { body: await present(id) };
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
    consoleRoute(endpoints.endSession, async ({ session, params: { id } }) => {
      if (!isId(id) || !(await sessions.end(session.user.id, id))) throw new AppError('not_found');
      return {};
    }),
    consoleRoute(endpoints.endOtherSessions, async ({ session }) => {
      await sessions.endOthers(pool, session.user.id, session.id);
      return {};
    }),
  ];
}

async function presentProfile({ pool }: ProfileRouteOptions, userId: string): Promise<ProfileResource> {
  const profile = await findProfile(pool, userId);
  assert(profile !== null, 'a session has a user');
  const { id, email, name, isOperator, hasPassword, totpEnabledAt, recoveryCodesLeft, passkeys } = profile;
  return {
    object: 'profile',
    ...{ id, email, name, is_operator: isOperator, has_password: hasPassword },
    totp_enabled_at: totpEnabledAt?.toISOString() ?? null,
    recovery_codes_left: recoveryCodesLeft,
    passkeys,
    providers: [],
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
