import createClient, { type Client } from 'openapi-fetch';
import { texts } from '../texts/texts';
import type { components as ApiComponents, paths as ApiPaths } from './generated/api';
import type { paths as ConsolePaths } from './generated/console';
import { RequestError } from './request-error';
import { send } from './transport';

export type Mode = 'live' | 'test';

/** Which organization and mode requests are for; no organization before one is chosen. */
export interface Scope {
  readonly organizationId: string | null;
  readonly mode: Mode;
}

export type Api = Client<ApiPaths & ConsolePaths>;

/** The public API and the console's own, both with the session cookie. */
export function createApi(
  { organizationId, mode }: Scope,
  fetch: (request: Request) => Promise<Response> = send,
): Api {
  return createClient<ApiPaths & ConsolePaths>({
    baseUrl: '/console/api/v1',
    fetch,
    headers: {
      'Postrider-Mode': mode,
      ...(organizationId !== null && { 'Postrider-Organization': organizationId }),
    },
  });
}

type ErrorDetail = Partial<ApiComponents['schemas']['ErrorDetail']>;

export interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a success. @throws RequestError */
export async function unwrap<Data>(answer: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  return (await settle(answer)) as NonNullable<Data>;
}

/** An object with its version. */
export interface Versioned<Data> {
  readonly object: Data;
  /** Null: the API has none for it. */
  readonly etag: string | null;
}

/** The body of a success, with the version that a PATCH may name. @throws RequestError */
export async function unwrapVersioned<Data>(
  answer: Promise<Answer<Data>>,
): Promise<Versioned<NonNullable<Data>>> {
  let etag: string | null = null;
  const noted = answer.then((received) => {
    etag = received.response.headers.get('etag');
    return received;
  });
  return { object: await unwrap(noted), etag };
}

/** For answers without a body. @throws RequestError */
export async function settle<Data>(answer: Promise<Answer<Data>>): Promise<Data | undefined> {
  const { data, error, response } = await answer.catch(() => {
    throw new RequestError({
      status: 0,
      code: 'no_connection',
      message: texts.errors.noConnection,
      requestId: null,
    });
  });
  if (response.ok) return data;
  const detail = (error as { readonly error?: ErrorDetail } | undefined)?.error;
  const { changed_at: at, changed_by: by } = detail ?? {};
  throw new RequestError({
    status: response.status,
    code: detail?.code ?? 'unexpected_response',
    message: detail?.message ?? texts.errors.unexpected(response.status),
    fields: detail?.fields,
    requestId: response.headers.get('x-request-id'),
    lastChange: at === undefined || by === undefined ? null : { at, by },
  });
}
