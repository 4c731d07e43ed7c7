import type { Principal } from '@postrider/contracts';
import { insertAuditEntryWithin, type ApiGatewayView, type NewAuditEntry } from '@postrider/db';

/** Who writes, and by which request. */
export interface Author {
  readonly keyId: string;
  readonly requestId: string;
}

export function authorOf({
  principal,
  requestId,
}: {
  readonly principal: Principal;
  readonly requestId: string;
}): Author {
  return { keyId: principal.keyId, requestId };
}

/** A management write, in its transaction. */
export async function recordAuditEntry(
  tx: Pick<ApiGatewayView, 'auditEntry'>,
  { keyId, requestId, ...entry }: Omit<NewAuditEntry, 'actor'> & Author,
): Promise<void> {
  await insertAuditEntryWithin(tx, { ...entry, actor: { type: 'key', keyId, requestId } });
}
