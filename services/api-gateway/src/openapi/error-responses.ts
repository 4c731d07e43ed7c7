import { errorBody, errorCatalogue, type ErrorCode } from '@postrider/contracts';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { Route } from '../http/route';

/** What any request to `/api/v1` may meet. */
const everywhere: readonly ErrorCode[] = [
  'unauthorized',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];
const withBody: readonly ErrorCode[] = [
  'invalid_json',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'validation_error',
];

/** The error answers of a route by HTTP status; each description names its codes. */
export function errorResponses(route: Route): Record<string, ZodOpenApiResponseObject> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodes(route)) {
    const { http } = errorCatalogue[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    statuses.map(([status, codes]) => [String(status), errorResponse(status, codes)]),
  );
}

function errorCodes(route: Route): Set<ErrorCode> {
  return new Set([
    ...everywhere,
    ...(route.permission === 'SEND' ? [] : (['forbidden'] as const)),
    ...(route.testKeys === 'refused' ? (['test_key_not_allowed'] as const) : []),
    ...(route.body ? withBody : []),
    ...(route.query ? (['validation_error'] as const) : []),
    ...route.errors,
  ]);
}

function errorResponse(status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const meanings = codes.map((code) => `- \`${code}\`: ${errorCatalogue[code].meaning}`);
  const waits = status === 429 || status === 503;
  return {
    description: meanings.join('\n'),
    content: { 'application/json': { schema: errorBody } },
    ...(waits && {
      headers: {
        'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' as const, minimum: 0 } },
      },
    }),
  };
}
