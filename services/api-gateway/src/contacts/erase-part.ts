import { erasePersonPart, type ErasurePosition } from '@postrider/audiences';
import type { Erasure } from '@postrider/contracts/contacts';
import { AppError } from '@postrider/contracts/errors';
import type { NewAuditEntry, Pool } from '@postrider/db';
import type { CursorCodec, CursorScope } from '../paging/cursor';

/** Each is up to 100 messages, 2,000 inbound emails, or 500 requests: a part takes a second or so. */
const pagesMax = 10;

/**
 * Erases as much of a person as a request may take.
 *
 * @param part `cursor` undefined: the first part
 * @throws AppError `invalid_cursor`
 */
export async function erasePart(
  { pool, cursors }: { readonly pool: Pool; readonly cursors: CursorCodec },
  {
    organizationId,
    address,
    actor,
    cursor,
  }: {
    readonly organizationId: string;
    /** `normaliseAddress` form. */
    readonly address: string;
    readonly actor: NewAuditEntry['actor'];
    readonly cursor: string | undefined;
  },
): Promise<Erasure> {
  const from = cursor === undefined ? null : positionOf(cursors, organizationId, cursor);
  const part = await erasePersonPart(pool, { organizationId, address }, { actor, from, pagesMax });
  const { digest, erased, next } = part;
  return {
    object: 'erasure',
    address_digest: digest,
    erased: {
      ...{ contacts: erased.contacts, signup_requests: erased.signupRequests },
      ...{ suppressions: erased.suppressions, emails: erased.messages },
      ...{ open_emails: erased.openMessages, inbound_emails: erased.inboundEmails },
    },
    next_cursor: next && `${next.stage}.${cursors.issue(scopeOf(organizationId, next.stage), next.after)}`,
  };
}

function scopeOf(organizationId: string, stage: ErasurePosition['stage']): CursorScope {
  return { list: `erasure ${stage}`, organizationId };
}

/** @throws AppError `invalid_cursor` */
function positionOf(cursors: CursorCodec, organizationId: string, cursor: string): ErasurePosition {
  const [stage, rest = ''] = cursor.split('.', 2);
  if (stage !== 'mail' && stage !== 'inbound' && stage !== 'requests') throw new AppError('invalid_cursor');
  return { stage, after: cursors.read(scopeOf(organizationId, stage), rest) };
}
