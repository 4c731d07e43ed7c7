import type { ErrorCode } from '@postrider/contracts/errors';
import type { Permission } from '@postrider/contracts/statuses';
import type { Call } from './permission-calls';

/** Who may call an endpoint, and a call that would succeed. */
export interface PermissionRow {
  readonly needs: Permission;
  readonly testKeys: 'allowed' | 'refused';
  /** What a key meets that is restricted to other domains than those of the objects. */
  readonly restricted: 'allowed' | ErrorCode;
  readonly call: Call;
}

export function anyKey(call: Call, restricted: PermissionRow['restricted'] = 'allowed'): PermissionRow {
  return { needs: 'SEND', testKeys: 'allowed', restricted, call };
}

export function adminKey(call: Call, restricted: PermissionRow['restricted'] = 'allowed'): PermissionRow {
  return { needs: 'ADMIN', testKeys: 'refused', restricted, call };
}

export function liveKey(
  needs: Permission,
  call: Call,
  restricted: PermissionRow['restricted'],
): PermissionRow {
  return { needs, testKeys: 'refused', restricted, call };
}
