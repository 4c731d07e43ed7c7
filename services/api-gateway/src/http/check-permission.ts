import type { Principal, Rights, UserActor } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import { permissions, type Permission } from '@postrider/contracts/statuses';
import type { Route } from './route';

type Checked = Pick<Route, 'method' | 'access' | 'testKeys' | 'isSensitive' | 'rights' | 'limitedKeys'>;

/** @throws AppError `forbidden`, `test_key_not_allowed`, `reauthentication_required` */
export function checkPermission(route: Checked, principal: Principal, now: Date): void {
  const { actor } = principal;
  if (actor.type === 'user') checkUser(route, { principal, actor, now });
  else checkKey(route, principal);
}

function checkKey(route: Checked, principal: Principal): void {
  const isRefusedTestKey = principal.mode === 'test' && route.testKeys === 'refused';
  // A wider permission would not help a test key here, so its mode comes first. At management endpoints the permission does.
  if (isRefusedTestKey && route.access.key !== 'ADMIN') throw new AppError('test_key_not_allowed');
  if (!includes(principal.permission, route.access.key)) {
    throw new AppError('forbidden', `This endpoint requires a key with the permission ${route.access.key}.`);
  }
  if (isRefusedTestKey) throw new AppError('test_key_not_allowed');
  requireRights(principal, route.rights);
  requireNoLimits(principal, route.limitedKeys);
}

/** @throws AppError `forbidden` */
export function requireNoLimits(
  { limits }: Pick<Principal, 'limits'>,
  limitedKeys: Route['limitedKeys'],
): void {
  if (limits === undefined || limitedKeys !== 'refused') return;
  throw new AppError(
    'forbidden',
    'A key with allowed_recipients, templates_only or daily_limit cannot use this endpoint, which these limits do not cover.',
  );
}

/** Management has no mode, and reading changes nothing: in the test view only what would be sent for real is refused. */
function checkUser(
  route: Checked,
  { principal, actor, now }: { readonly principal: Principal; readonly actor: UserActor; readonly now: Date },
): void {
  const needed = route.access.user ?? route.access.key;
  const isRead = route.method === 'GET';
  if (!includes(principal.permission, needed))
    throw new AppError('forbidden', 'This requires the role admin.');
  if (!isRead && actor.role === 'viewer') throw new AppError('forbidden', 'This requires the role member.');
  requireRights(principal, route.rights);
  if (!isRead && principal.mode === 'test' && route.testKeys === 'refused' && route.access.key !== 'ADMIN') {
    throw new AppError('test_key_not_allowed', 'This is not available in test mode.');
  }
  if (route.isSensitive) requireRecentAuthentication(actor, now);
}

const rightNames: Readonly<Record<keyof Rights, string>> = {
  content: 'the right to read content',
  export: 'the right to export',
};

/** @throws AppError `forbidden` */
export function requireRights(
  { rights }: Pick<Principal, 'rights'>,
  needed: readonly (keyof Rights)[] = [],
): void {
  const missing = needed.find((right) => !rights[right]);
  if (missing !== undefined) throw new AppError('forbidden', `This requires ${rightNames[missing]}.`);
}

/** @throws AppError `reauthentication_required` */
export function requireRecentAuthentication(
  { authenticatedUntil }: Pick<UserActor, 'authenticatedUntil'>,
  now: Date,
): void {
  if (authenticatedUntil <= now) throw new AppError('reauthentication_required');
}

function includes(permission: Permission, needed: Permission): boolean {
  return permissions.indexOf(permission) >= permissions.indexOf(needed);
}
