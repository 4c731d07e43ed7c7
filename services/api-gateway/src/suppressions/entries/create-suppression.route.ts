import { invalidField } from '@postrider/contracts/errors';
import { createSuppressionRequest, suppressionResource } from '@postrider/contracts/suppressions';
import { authorOf } from '../../audit/record-audit-entry';
import { defineRoute, type Route } from '../../http/route';
import { addressKey, scopeOf, type SuppressionRouteOptions } from './suppression-request';
import { presentSuppression } from './suppressions.presenter';

export function createSuppressionRoute({ suppressions }: SuppressionRouteOptions): Route {
  return defineRoute({
    operationId: 'createSuppression',
    method: 'POST',
    path: '/suppressions',
    access: { key: 'SEND' },
    testKeys: 'refused',
    body: createSuppressionRequest,
    bodyBytesMax: 65_536,
    summary: 'Suppress an address',
    description:
      'Stops email to an address. Queued bulk email is checked again before sending; other queued email is still sent. An existing entry with a stronger reason (complaint, hard bounce, validation or unsubscribe) fails with `suppression_conflict`.',
    tag: 'Suppressions',
    success: { status: 201, repeated: 200, schema: suppressionResource },
    errors: ['validation_error', 'forbidden_domain', 'unknown_domain', 'suppression_conflict'],
    handle: async ({ principal, body, requestId }) => {
      const domain = scopeOf(principal, body.domain);
      const entry = {
        organizationId: principal.organization.id,
        email: addressKey(body.email),
        domainId: domain?.id ?? null,
        expiresAt: endOf(body.expires_at),
      };
      const { row, isNew } = await suppressions.add(entry, authorOf({ principal, requestId }));
      return { status: isNew ? 201 : 200, body: presentSuppression(row) };
    },
  });
}

function endOf(text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null;
  const end = new Date(text);
  if (end.getTime() <= Date.now()) throw invalidField('expires_at', 'must be in the future');
  return end;
}
