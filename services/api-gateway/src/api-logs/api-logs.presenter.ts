import { isId, type ApiLogResource, type ApiLogSummary } from '@postrider/contracts';
import type { ApiLogRow, WholeApiLogRow } from './api-logs.repository';

export function presentApiLogSummary(row: ApiLogRow): ApiLogSummary {
  return {
    object: 'api_log',
    id: row.id,
    request_id: row.requestId,
    method: row.method,
    path: row.path,
    status: row.status,
    error_code: row.errorCode,
    key: { id: row.keyId, name: row.keyName },
    duration_ms: Math.round(row.durationMs * 10) / 10,
    request_bytes: row.requestBytes,
    response_bytes: row.responseBytes,
    metadata_bytes: row.metadataBytes,
    unknown_fields: row.unknownFields,
    idempotent_replay: row.isReplay,
    warnings: row.warnings ?? [],
    created_at: row.createdAt.toISOString(),
  };
}

export function presentApiLog(
  row: WholeApiLogRow,
  { withContent }: { readonly withContent: boolean },
): ApiLogResource {
  const { requestHeaders } = row;
  return {
    ...presentApiLogSummary(row),
    email_ids: row.emailIds ?? emailsOfPath(row.path),
    audit_entry_ids: row.auditEntryIds,
    webhook_delivery: deliveryOf(row),
    content:
      requestHeaders === null || !withContent
        ? null
        : { query: row.query, headers: requestHeaders, request: row.requestBody, response: row.responseBody },
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
