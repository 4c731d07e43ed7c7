import type { ApiLogResource } from '@postrider/contracts/api-logs';
import { isId } from '@postrider/contracts/ids';
import type { WholeApiLogRow } from './api-logs.repository';

export function presentApiLog(
  row: WholeApiLogRow,
  { withContent }: { readonly withContent: boolean },
): ApiLogResource {
  const { emailIds, auditEntryIds, query, requestHeaders, requestBody, responseBody, ...summary } = row;
  return {
    ...summary,
    email_ids: emailIds ?? emailsOfPath(row.path),
    audit_entry_ids: auditEntryIds,
    webhook_delivery: deliveryOf(row),
    content:
      requestHeaders === null || !withContent
        ? null
        : { query, headers: requestHeaders, request: requestBody, response: responseBody },
  };
}

function emailsOfPath(path: string): string[] {
  const [, id = ''] = /\/emails\/([^/]+)/.exec(path) ?? [];
  return isId(id) ? [id] : [];
}

/** The path names it, or the request made it: a test. */
function deliveryOf({ path, responseBody }: WholeApiLogRow): ApiLogResource['webhook_delivery'] {
  const [, webhookId = '', id] = /\/webhooks\/([^/]+)(?:\/deliveries\/([^/]+)|\/test)/.exec(path) ?? [];
  const deliveryId = id ?? madeDelivery(responseBody);
  return isId(webhookId) && isId(deliveryId) ? { webhook_id: webhookId, id: deliveryId } : null;
}

function madeDelivery(body: unknown): string {
  const { object, id } = (body ?? {}) as { readonly object?: unknown; readonly id?: unknown };
  return object === 'webhook_delivery' && typeof id === 'string' ? id : '';
}
