/** A request of the console, without the beginning of the API's address. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

/** An answer that is no success. */
export class Refusal {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly { readonly path: string; readonly message: string }[];
  readonly message: string;

  constructor(
    status: number,
    code: string,
    { fields = [], message = `Refused: ${code}` }: Partial<Pick<Refusal, 'fields' | 'message'>> = {},
  ) {
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.message = message;
  }
}

/** In place of an answer: the server cannot be reached. */
export const noConnection = Symbol('no connection');

/** What the API answers, for each `GET /path`: a body or a whole response, or what the request returns. */
export type Answers = Record<string, unknown>;
type Answer = (request: ApiRequest) => unknown;

let answers: Answers = {};
let requests: ApiRequest[] = [];

/** Answers the requests of the page from now on. A request without an answer is a mistake of the test. @returns all requests */
export function serveApi(given: Answers): readonly ApiRequest[] {
  answers = given;
  requests = [];
  return requests;
}

// The client keeps what is global when it is loaded.
globalThis.Request = class extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, 'http://localhost') : input, init);
  }
};
globalThis.fetch = async (input) => {
  const request = new Request(input);
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.replace('/console/api/v1', '');
  const text = await request.text();
  const received: ApiRequest = {
    ...{ method: request.method, path, query: searchParams, headers: request.headers },
    body: bodyOf(request.headers, text),
  };
  requests.push(received);
  const answer = answers[`${request.method} ${path}`];
  if (answer === undefined) throw new Error(`no answer to ${request.method} ${path}`);
  const body = typeof answer === 'function' ? await (answer as Answer)(received) : answer;
  if (body === noConnection) throw new TypeError('Failed to fetch');
  return responseOf(body);
};

/** Files are uploaded as they are. */
function bodyOf(headers: Headers, text: string): unknown {
  if (text === '') return undefined;
  return headers.get('content-type')?.startsWith('text/csv') ? text : (JSON.parse(text) as unknown);
}

function responseOf(answer: unknown): Response {
  if (answer instanceof Response) return answer;
  if (answer instanceof Refusal) {
    const { status, ...error } = answer;
    return Response.json({ error }, { status, headers: { 'x-request-id': 'request-1' } });
  }
  return answer === null ? new Response(null, { status: 204 }) : Response.json(answer);
}

/** A page of a list. */
export function listOf(data: readonly unknown[], next?: string) {
  return { object: 'list', data, ...(next !== undefined && { next_cursor: next }) };
}
