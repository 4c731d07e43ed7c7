import { erasePersonPart, type ErasurePosition } from '@postrider/audiences';
import { AppError, erasure, eraseContactRequest } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { authorOf } from '../audit/record-audit-entry';
import { requireUnrestricted } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import type { CursorCodec, CursorScope } from '../paging/cursor';
import { contactOf, requireContact, type ContactRouteOptions } from './contact-request';

/** Each is up to 100 messages, 2,000 inbound emails, or 500 requests: a part takes a second or so. */
const pagesMax = 10;

export function eraseContactRoute(options: ContactRouteOptions & { readonly pool: Pool }): Route {
  const { contacts, cursors, pool } = options;
  return defineRoute({
    operationId: 'eraseContact',
    method: 'POST',
    path: '/contacts/:id_or_email/erase',
    permission: 'ADMIN',
    isSensitive: true,
    testKeys: 'refused',
    body: eraseContactRequest.optional(),
    bodyBytesMax: 65_536,
    summary: 'Erase a person',
    description:
      'Deletes the contact, its signups and runs, inbound email from the address, the content of emails to it, and logged requests that name it. A digest replaces the address in suppressions, recipients and events. Emails that may still be sent are left and counted; repeat the erasure after they are sent. A request erases a part: repeat it with the address and `next_cursor` until that is null. Cannot be undone.',
    tag: 'Contacts',
    success: { status: 200, schema: erasure },
    errors: ['validation_error', 'not_found', 'invalid_cursor', 'forbidden_domain'],
    handle: async ({ principal, params, body, requestId }) => {
      requireUnrestricted(principal, 'Contacts belong to the whole organization.');
      const name = contactOf(principal, params.id_or_email);
      const address = name.emailKey ?? (await requireContact(contacts, name)).emailKey;
      const { id: organizationId } = principal.organization;
      const from = body?.cursor === undefined ? null : positionOf(cursors, organizationId, body.cursor);
      const { actor } = authorOf({ principal, requestId });
      const part = await erasePersonPart(pool, { organizationId, address }, { actor, from, pagesMax });
      const { digest, erased, next } = part;
      return {
        status: 200,
        body: {
          object: 'erasure' as const,
          address_digest: digest,
          erased: {
            ...{ contacts: erased.contacts, signup_requests: erased.signupRequests },
            ...{ suppressions: erased.suppressions, emails: erased.messages },
            ...{ open_emails: erased.openMessages, inbound_emails: erased.inboundEmails },
          },
          next_cursor:
            next && `${next.stage}.${cursors.issue(scopeOf(organizationId, next.stage), next.after)}`,
        },
      };
    },
  });
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
