import type { Browser } from 'playwright-core';
import { createPasswords } from '@postrider/identity';
import {
  createDomain,
  createMember,
  createOrganization,
  type DomainFixture,
  type MemberFixture,
} from '@postrider/testkit';
import { problemsOfPages } from './page-problems';
import { freePort, openWindow, signIn, type ConsoleWindow, type Scheme } from './console-session';
import { startBrowser } from './start-browser';
import { startTestApi, type TestApi } from './test-api';

const password = 'paper lantern river seventeen';

/** An API with its console, a browser, and an organization with an owner and a verified domain. */
export interface TestConsole {
  readonly api: TestApi;
  readonly browser: Browser;
  readonly origin: string;
  readonly organizationId: string;
  readonly owner: MemberFixture;
  readonly password: string;
  /** Of the password of each user of the tests: hashing takes long. */
  readonly passwordHash: string;
  readonly domain: DomainFixture;
  /** A window in which the owner is signed in. */
  open(options?: { scheme?: Scheme; width?: number }): Promise<ConsoleWindow>;
  /** What is wrong with these pages, wide and narrow, light and dark. */
  problemsOf(paths: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

export async function startConsole({
  operatorsNeedSecondFactor = true,
}: { readonly operatorsNeedSecondFactor?: boolean } = {}): Promise<TestConsole> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const console = { sessionIdleMs: 3_600_000, sessionMaxMs: 86_400_000, passwordSignIn: true };
  const api = await startTestApi({
    limits: { port, console: { ...console, origin, operatorsNeedSecondFactor, platformFrom: null } },
  });
  const browser = await startBrowser();
  const passwordHash = await createPasswords().hash(password, { network: 'test', isKnownDevice: true });
  const { pool } = api.context;
  const { id: organizationId } = await createOrganization(pool, { kind: 'internal' });
  const owner = await createMember(pool, { organizationId, passwordHash, role: 'owner' });
  const domain = await createDomain(pool, { organizationId });
  const open = async (options = {}): Promise<ConsoleWindow> => {
    const opened = await openWindow(browser, options);
    await signIn(opened, { origin, email: owner.email, password });
    return opened;
  };
  return {
    ...{ api, browser, origin, organizationId, owner, password, passwordHash, domain, open },
    problemsOf: async (paths) => {
      const opened = await open();
      const found = await problemsOfPages(opened, { origin, paths });
      await opened.context.close();
      return found;
    },
    close: async () => {
      await browser.close();
      await api.close();
    },
  };
}
