import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { errorBody, errorCatalogue, type ErrorCode } from '@postrider/contracts/errors';
import type { Route } from '../http/route';

/** What any request to `/api/v1` may meet. */
const everywhere: readonly ErrorCode[] = [
  'unauthorized',
  'forbidden_ip',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];
/** Of an endpoint with a JSON body. */
export const bodyErrors: readonly ErrorCode[] = [
  'invalid_json',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'validation_error',
];
const catalogued = Object.keys(errorCatalogue) as ErrorCode[];
const withUpload: readonly ErrorCode[] = bodyErrors.filter((code) => code !== 'invalid_json');

/** The error answers of a route by HTTP status; each description names its codes, with an example of each. */
export function errorResponses(route: Route): Record<string, ZodOpenApiResponseObject> {
  return responsesOf(errorCodes(route));
}

/** Error answers by HTTP status. */
export function responsesOf(codes: Iterable<ErrorCode>): Record<string, ZodOpenApiResponseObject> {
  const byStatus = new Map<number, ErrorCode[]>();
  // In the order of the catalogue, so that the same codes make the same answer.
  const wanted = new Set(codes);
  for (const code of catalogued.filter((each) => wanted.has(each))) {
    const { http } = errorCatalogue[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    statuses.map(([status, codes]) => [String(status), errorResponse(status, codes)]),
  );
}

/** Whether the endpoint reads `If-Match`. */
export function acceptsVersion({ method, versioned }: Pick<Route, 'method' | 'versioned'>): boolean {
  return method === 'PATCH' && versioned !== undefined;
}

function errorCodes(route: Route): Set<ErrorCode> {
  return new Set([
    ...everywhere,
    ...(route.access.key === 'SEND' && route.rights === undefined && route.limitedKeys === undefined
      ? []
      : (['forbidden'] as const)),
    ...(route.testKeys === 'refused' ? (['test_key_not_allowed'] as const) : []),
    ...(route.body ? bodyErrors : []),
    ...(route.upload ? withUpload : []),
    ...(route.query ? (['validation_error'] as const) : []),
    ...(acceptsVersion(route) ? (['version_conflict'] as const) : []),
    ...route.errors,
  ]);
}

/** An answer for each code, defined once in the document. */
export const errorExamples = Object.fromEntries(
  Object.entries(errorCatalogue).map(([code, { meaning }]) => [
    code,
    { summary: `The error \`${code}\``, value: { error: { code, message: meaning } } },
  ]),
);

/** Answers that many routes share are components of the document: one object each. */
const shared = new Map<string, ZodOpenApiResponseObject>();

function errorResponse(status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const name = codes.join(' and ');
  const known = shared.get(name);
  if (known !== undefined) return known;
  const response = describeErrors(status, codes);
  shared.set(name, response);
  return response;
}

function describeErrors(status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const waits = status === 429 || status === 503;
  return {
    // Longer lists belong to one operation or two, and would make unreadable names.
    ...(codes.length <= 3 && { id: codes.map(pascalCase).join('Or') }),
    description: codes.map((code) => `- \`${code}\`: ${errorCatalogue[code].meaning}`).join('\n'),
    content: {
      'application/json': {
        schema: errorBody,
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
    ...(waits && {
      headers: {
        'Retry-After': {
          description: 'Seconds to wait before you repeat the request.',
          schema: { type: 'integer' as const, minimum: 0, examples: [1] },
        },
      },
    }),
  };
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
