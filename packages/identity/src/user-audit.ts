import type { AuditAction } from '@postrider/contracts/audit';
import { insertAuditEntry, type NewAuditEntry, type PoolClient } from '@postrider/db';

/** Who changes a user: mostly the user. */
export type UserChangeAuthor = NewAuditEntry['actor'];

/** Records a change of how a user signs in, or of what they may do everywhere, in its transaction. */
export async function auditUserChange(
  client: Pick<PoolClient, 'query'>,
  userId: string,
  change: {
    readonly author: UserChangeAuthor;
    readonly action: AuditAction<'user'>;
    readonly before?: Readonly<Record<string, unknown>>;
    readonly after?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { author, action, before, after } = change;
  await insertAuditEntry(client, {
    ...{ organizationId: null, actor: author, action, target: { type: 'user', id: userId } },
    ...{ before, after },
  });
}
