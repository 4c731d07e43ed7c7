import type { AuditAction } from '@postrider/contracts/audit';
import type { PoolClient } from '@postrider/db';
import { auditUserChange } from '@postrider/identity';

/** Records what users change of their own profile, in the transaction of the change. */
export function recordOwnChange(
  client: Pick<PoolClient, 'query'>,
  { id, requestId }: { readonly id: string; readonly requestId: string },
  change: {
    readonly action: AuditAction<'user'>;
    readonly before?: Readonly<Record<string, unknown>>;
    readonly after?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  return auditUserChange(client, id, { author: { type: 'user', id, requestId }, ...change });
}
