import type { Browser, BrowserContext } from 'playwright-core';
import { createPasswords } from '@postrider/identity';
import {
  createDomain,
  createMember,
  createOrganization,
  type DomainFixture,
  type MemberFixture,
} from '@postrider/testkit';
import { problemsOfPages } from './page-problems';
import { addSession, newContext, openPage, type ConsoleWindow, type WindowOptions } from './console-session';
import { startBrowser } from './start-browser';
import { startForwarder } from './start-forwarder';
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
  /** A tab in which the owner is signed in, at a path of the console. All share a session, which must not be ended. */
  open(path: string, options?: WindowOptions): Promise<ConsoleWindow>;
  /** A window of its own in which the user is signed in. */
  openAs(user: MemberFixture, path: string, options?: WindowOptions): Promise<ConsoleWindow>;
  /** What is wrong with these pages, wide and narrow, light and dark. */
  problemsOf(paths: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

export async function startConsole({
  operatorsNeedSecondFactor = true,
}: { readonly operatorsNeedSecondFactor?: boolean } = {}): Promise<TestConsole> {
  const forwarder = await startForwarder();
  const { origin } = forwarder;
  const console = { sessionIdleMs: 3_600_000, sessionMaxMs: 86_400_000, passwordSignIn: true };
  const api = await startTestApi({
    limits: {
      console: { ...console, origin, operatorsNeedSecondFactor, platformFrom: null },
      // The browser loads uploaded images from there.
      signups: { publicUrl: { origin, servesAll: true }, mailsPerHourMax: 1_000 },
    },
  });
  forwarder.forwardTo(api.url);
  const browser = await startBrowser();
  const passwordHash = await createPasswords().hash(password, { network: 'test', isKnownDevice: true });
  const { pool } = api.context;
  const { id: organizationId } = await createOrganization(pool, { kind: 'internal' });
  const owner = await createMember(pool, { organizationId, passwordHash, role: 'owner' });
  const domain = await createDomain(pool, { organizationId });
  const contextOf = async (user: MemberFixture): Promise<BrowserContext> => {
    const context = await newContext(browser);
    await addSession(context, { origin, user });
    return context;
  };
  // One for all tabs of the owner: they have the scripts in its cache.
  const ownerContext = await contextOf(owner);
  const openIn = async (context: BrowserContext, path: string, options?: WindowOptions) => {
    const opened = await openPage(context, options);
    await opened.page.goto(`${origin}/console/${path}`);
    return opened;
  };
  return {
    ...{ api, browser, origin, organizationId, owner, password, passwordHash, domain },
    open: (path, options) => openIn(ownerContext, path, options),
    openAs: async (user, path, options) => openIn(await contextOf(user), path, options),
    problemsOf: async (paths) => {
      const opened = await openPage(ownerContext);
      const found = await problemsOfPages(opened, { origin, paths });
      await opened.page.close();
      return found;
    },
    close: async () => {
      await browser.close();
      await forwarder.close();
      await api.close();
    },
  };
}
