import type { Principal } from '@postrider/contracts/access';
import { insertAuditEntryWithin, type ApiGatewayView, type NewAuditEntry } from '@postrider/db';
import type { RequestedVersion } from '../http/object-version';

/** Who writes, and by which request. */
export interface Author extends Pick<NewAuditEntry, 'continues'> {
  readonly actor: Extract<NewAuditEntry['actor'], { readonly id: string }>;
}

export function authorOf({
  principal,
  requestId,
  version,
}: {
  readonly principal: Principal;
  readonly requestId: string;
  readonly version?: Pick<RequestedVersion, 'isNamed'>;
}): Author {
  const { type, id } = principal.actor;
  return { actor: { type, id, requestId }, ...(version?.isNamed && { continues: true }) };
}

/** A change of an object that several people may edit. */
export interface Edit<Row> {
  readonly author: Author;
  /** Called with the locked row before the change; may refuse by throwing. */
  readonly check: (before: Row) => void;
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
