import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SignInProvider } from '@postrider/identity';

/** Claims of a person at the provider. */
export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: unknown;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export interface Falsified {
  /** Replaces claims of ID tokens. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Of the falsified token: of the provider, of another key, that of the true token, or none. */
  readonly signature: 'own' | 'foreign' | 'kept' | 'none';
}

/** An OpenID Connect provider in a process thread of its own, reached over HTTP. */
export interface TestProvider {
  readonly issuer: string;
  /** As the setting has it. */
  setting(sets?: Partial<SignInProvider>): SignInProvider;
  /** Who is at the browser from now on; null: they cancel. */
  signIn(person: Person | null): Promise<void>;
  falsify(falsified: Falsified | null): Promise<void>;
  /** Follows the redirects of a browser until they leave the provider. */
  follow(url: string): Promise<URL>;
  close(): Promise<void>;
}

const redirectsMax = 10;

export async function startTestProvider(given: {
  readonly id: string;
  readonly origin: string;
}): Promise<TestProvider> {
  const { id, origin } = given;
  const client = { clientId: `console-${id}`, clientSecret: `secret-of-${id}` };
  const redirectUri = `${origin}/console/sign-in/${id}/callback`;
  const worker = new Worker(path.join(__dirname, 'openid-provider-server.mjs'), {
    workerData: { ...client, redirectUri },
    // It warns of plain HTTP.
    ...{ stdout: true, stderr: true },
  });
  const [{ issuer }] = (await once(worker, 'message')) as [{ issuer: string }];
  const send = async (message: object): Promise<void> => {
    worker.postMessage(message);
    await once(worker, 'message');
  };
  return {
    issuer,
    setting: (sets = {}) => ({
      ...{ id, name: `Provider ${id}`, issuer, client_id: client.clientId, create: 'invited', scopes: [] },
      ...{ clientSecret: client.clientSecret, private_network: true },
      ...sets,
    }),
    signIn: (person) => send({ person }),
    falsify: (falsified) => send({ falsified }),
    follow: (url) => followRedirects(url, issuer),
    close: async () => void (await worker.terminate()),
  };
}

async function followRedirects(begin: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(begin);
  for (let hops = 0; hops < redirectsMax && url.origin === issuer; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`${url.href} answers ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  return url;
}
