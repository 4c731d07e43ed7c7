import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Region of the signature (Amazon SES); empty where there is none. */
  readonly region: string;
  /** Of JSON; empty where it is something else. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** - cut: the connection ends when the request has been read. - hang: no answer ever. */
export type ProviderAnswer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'cut'
  | 'hang';

export interface ProviderServer {
  readonly url: string;
  /** Those that were read whole, in their order. */
  readonly calls: readonly ProviderCall[];
  /** From the next call on. */
  behave(answer: (call: ProviderCall, ordinal: number) => ProviderAnswer): void;
  close(): Promise<void>;
}

/** An HTTP server with the API of a provider. */
export async function startProviderServer(
  initial: (call: ProviderCall, ordinal: number) => ProviderAnswer,
): Promise<ProviderServer> {
  let behaviour = initial;
  const calls: ProviderCall[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const call: ProviderCall = {
        path: request.url ?? '/',
        headers: request.headers,
        region: /Credential=[^/]+\/\d+\/([^/]+)\/ses\//.exec(request.headers.authorization ?? '')?.[1] ?? '',
        body: isJson(request) ? (JSON.parse(text) as ProviderCall['body']) : {},
        text,
      };
      calls.push(call);
      reply(response, behaviour(call, calls.length));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    behave: (answer) => {
      behaviour = answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function reply(response: ServerResponse, answer: ProviderAnswer): void {
  if (answer === 'hang') return;
  if (answer === 'cut') return void response.socket?.destroy();
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
  response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
}

function isJson({ headers }: IncomingMessage): boolean {
  return !(headers['content-type'] ?? '').startsWith('multipart/');
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}

/** The answers of SendEmail. */
export const sesAnswers = {
  accepted: (id: string): ProviderAnswer => ({ status: 200, body: { MessageId: id } }),
  failed: (status: number, type: string, message: string): ProviderAnswer => ({
    status,
    body: { message },
    headers: { 'x-amzn-errortype': type },
  }),
};

/** The raw message of a SendEmail call. */
export function rawOfSesCall({ body }: ProviderCall): string {
  const { Content } = body as { readonly Content: { readonly Raw: { readonly Data: string } } };
  return Buffer.from(Content.Raw.Data, 'base64').toString();
}
