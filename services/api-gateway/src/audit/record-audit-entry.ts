import type { Principal } from '@postrider/contracts/access';
import { insertAuditEntryWithin, type ApiGatewayView, type NewAuditEntry } from '@postrider/db';

/** Who writes, and by which request. */
export interface Author {
  readonly actor: Extract<NewAuditEntry['actor'], { readonly id: string }>;
}

export function authorOf({
  principal,
  requestId,
}: {
  readonly principal: Principal;
  readonly requestId: string;
}): Author {
  const { type, id } = principal.actor;
  return { actor: { type, id, requestId } };
}

/**
 * A management write, in its transaction.
 * @returns the id of the entry
 */
export async function recordAuditEntry(
  tx: Pick<ApiGatewayView, 'auditEntry'>,
  entry: NewAuditEntry,
): Promise<string> {
  return insertAuditEntryWithin(tx, entry);
}
