import { AppError } from '@postrider/contracts/errors';
import { insertAuditEntry, withTransaction, type Pool } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import type { UserAuthor } from '../members/members.repository';
import {
  insertInvitation,
  type IssuedInvitationRow,
  type RecordInvitationMail,
} from './invitations.repository';

export interface FirstOwner {
  readonly parentId: string;
  readonly clientId: string;
  readonly email: string;
  readonly author: UserAuthor;
  readonly recordMail: RecordInvitationMail;
}

/**
 * Invites the first owner of a client organization, which has no members until then. Both organizations' audit logs record it.
 * @throws AppError `not_found` when it is no client of the parent, `member_exists` when it has an owner, `invitation_exists`; what `recordMail` throws
 */
export async function inviteFirstOwner(
  pool: Pool,
  { parentId, clientId, email, author, recordMail }: FirstOwner,
  clock: Clock,
): Promise<IssuedInvitationRow> {
  return withTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'SELECT FROM organizations WHERE id = $1 AND parent_organization_id = $2 FOR UPDATE',
      [clientId, parentId],
    );
    if (rowCount === 0) throw new AppError('not_found');
    const owners = await client.query(
      `SELECT FROM memberships WHERE organization_id = $1 AND role = 'owner' LIMIT 1`,
      [clientId],
    );
    if (owners.rowCount !== 0) {
      throw new AppError('member_exists', 'The organization has an owner, who invites its other users.');
    }
    const grant = { role: 'owner', domainIds: [], content: true, export: true } as const;
    const issued = await insertInvitation(
      client,
      { organizationId: clientId, email, grant, author, recordMail },
      clock.now(),
    );
    await insertAuditEntry(client, {
      ...{ organizationId: parentId, actor: author, action: 'invitation.create' },
      ...{ target: { type: 'organization', id: clientId }, after: { email: issued.invitation.email } },
    });
    return issued;
  });
}
