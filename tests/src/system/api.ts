import type { EmailResource, SendEmailResponse } from '@postrider/contracts/emails';
import type { MetricsResource } from '@postrider/contracts/metrics';
import { Pool } from 'undici';

export interface ApiAnswer<T = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: T;
}

/** A plain HTTP client of the API: what a customer's program would do. */
export interface Api {
  request<T = unknown>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options?: CallOptions,
  ): Promise<ApiAnswer<T>>;
  /** @throws when the answer is not 200 */
  send(email: object, headers?: Record<string, string>): Promise<SendEmailResponse>;
  /** @throws when the answer is not 200 */
  email(id: string): Promise<EmailResource>;
  /** @throws when the answer is not 200 */
  metrics(query?: string): Promise<MetricsResource>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const connectionsMax = 64;
const timeoutMs = 30_000;

export function createApi({ url, token }: { url: string; token: string }): Api {
  const pool = new Pool(url, {
    connections: connectionsMax,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });

  const request: Api['request'] = async <T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options?: CallOptions,
  ) => {
    const answer = await pool.request({
      method,
      path: `/api/v1${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(options?.body !== undefined && { 'content-type': 'application/json' }),
        ...options?.headers,
      },
      ...(options?.body !== undefined && { body: JSON.stringify(options.body) }),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, body: parse(text) as T };
  };
  const expect200 = async <T>(answer: Promise<ApiAnswer<T>>): Promise<T> => {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(`the API answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    request,
    send: (email, headers) =>
      expect200(request<SendEmailResponse>('POST', '/emails', { body: email, ...(headers && { headers }) })),
    email: (id) => expect200(request<EmailResource>('GET', `/emails/${id}`)),
    metrics: (query = '') => expect200(request<MetricsResource>('GET', `/metrics${query}`)),
    close: () => pool.destroy(),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
