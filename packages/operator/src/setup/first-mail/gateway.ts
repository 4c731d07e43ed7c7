import { domainResource, type DomainResource } from '@postrider/contracts/domains';
import { emailResource, type EmailResource } from '@postrider/contracts/emails';
import { z } from 'zod';
import { CommandRefused } from '../../command-refused';

/** What setup asks of the gateway, as a customer would: the API is the only way to add a domain and to send. */
export interface Gateway {
  /** The domain of the organization with this name; it is added when there is none. */
  ensureDomain(name: string): Promise<DomainResource>;
  /** Has its records looked for now. */
  verifyDomain(id: string): Promise<DomainResource>;
  /** @returns the id of the email; a repeated key gives that of the first one */
  send(email: NewEmail, idempotencyKey: string): Promise<string>;
  readEmail(id: string): Promise<EmailResource>;
}

export interface NewEmail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const timeoutMs = 30_000;

const domainList = z.object({ data: z.array(domainResource.pick({ id: true, name: true })) });
const sent = z.object({ id: z.string() });
const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

export function createGateway({
  url,
  token,
}: {
  /** Without `/api/v1`. */
  readonly url: string;
  readonly token: string;
}): Gateway {
  const call = async <T>(
    [method, path]: readonly [string, string],
    schema: z.ZodType<T>,
    { body, headers }: { readonly body?: object; readonly headers?: Record<string, string> } = {},
  ): Promise<T> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new CommandRefused(`The gateway at ${url} does not answer: ${reasonOf(error)}`);
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return schema.parse(answer);
    const { data } = refusal.safeParse(answer);
    throw new CommandRefused(`${method} ${path}: ${data?.error.message ?? `answer ${response.status}`}`);
  };
  return {
    ensureDomain: async (name) => {
      const { data } = await call(['GET', '/domains?limit=100'], domainList);
      const found = data.find((domain) => domain.name === name);
      return found === undefined
        ? call(['POST', '/domains'], domainResource, { body: { name } })
        : call(['GET', `/domains/${found.id}`], domainResource);
    },
    verifyDomain: (id) => call(['POST', `/domains/${id}/verify`], domainResource),
    send: async (email, idempotencyKey) => {
      const options = { body: email, headers: { 'idempotency-key': idempotencyKey } };
      return (await call(['POST', '/emails'], sent, options)).id;
    },
    readEmail: (id) => call(['GET', `/emails/${id}`], emailResource),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}
