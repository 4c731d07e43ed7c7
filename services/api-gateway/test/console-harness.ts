import type { Browser } from 'playwright-core';
import { createPasswords } from '@postrider/identity';
import { createMember, createOrganization, type MemberFixture } from '@postrider/testkit';
import {
  freePort,
  keepScreenshot,
  openWindow,
  seriousFindings,
  signIn,
  type ConsoleWindow,
  type Scheme,
} from './console-session';
import { startBrowser } from './start-browser';
import { startTestApi, type TestApi } from './test-api';

const password = 'paper lantern river seventeen';

/** A gateway with the console, a browser, and an organization with its owner. */
export interface ConsoleHarness {
  readonly api: TestApi;
  readonly origin: string;
  readonly organizationId: string;
  readonly owner: MemberFixture;
  /** A window in which the owner is signed in. */
  open(options?: { readonly scheme?: Scheme; readonly width?: number }): Promise<ConsoleWindow>;
  /** Opens each page, in a light and wide and in a dark and narrow window, and lists what is wrong with it. */
  problemsOf(paths: readonly string[], view: readonly [Scheme, number]): Promise<string[]>;
  close(): Promise<void>;
}

export async function startConsole({
  operatorsNeedSecondFactor = true,
}: { readonly operatorsNeedSecondFactor?: boolean } = {}): Promise<ConsoleHarness> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const console = { sessionIdleMs: 3_600_000, sessionMaxMs: 86_400_000, passwordSignIn: true };
  const api = await startTestApi({
    limits: { port, console: { ...console, origin, operatorsNeedSecondFactor, platformFrom: null } },
  });
  const browser = await startBrowser();
  const passwordHash = await createPasswords().hash(password, { network: 'test', isKnownDevice: true });
  const { id: organizationId } = await createOrganization(api.context.pool, { kind: 'internal' });
  const owner = await createMember(api.context.pool, { organizationId, passwordHash, role: 'owner' });
  const open = async (options = {}): Promise<ConsoleWindow> => {
    const opened = await openWindow(browser, options);
    await signIn(opened, { origin, email: owner.email, password });
    return opened;
  };
  return {
    ...{ api, origin, organizationId, owner, open },
    problemsOf: async (paths, [scheme, width]) => {
      const opened = await open({ scheme, width });
      const found: string[] = [];
      for (const path of paths)
        found.push(...(await problemsOfPage(opened, { origin, path, scheme, width })));
      await opened.context.close();
      return [...found, ...opened.problems];
    },
    close: () => closeAll(browser, api),
  };
}

interface PageVisit {
  readonly origin: string;
  readonly path: string;
  readonly scheme: Scheme;
  readonly width: number;
}

async function problemsOfPage({ page }: ConsoleWindow, visit: PageVisit): Promise<string[]> {
  const { origin, path, scheme, width } = visit;
  await page.goto(`${origin}/console/${path}`);
  await page.locator('h1').waitFor();
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  const name = path.replace(/[?].*/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'detail');
  await keepScreenshot(page, `${name.replaceAll('/', '-')}-${scheme}`);
  const alerts = await page.getByRole('alert').allTextContents();
  const pageWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
  const findings = await seriousFindings(page);
  return [
    ...alerts.map((text) => `${path}: ${text}`),
    ...(pageWidth > width ? [`${path} is ${pageWidth} pixels wide`] : []),
    ...findings.map((finding) => `${path}: ${finding}`),
  ];
}

async function closeAll(browser: Browser, api: TestApi): Promise<void> {
  await browser.close();
  await api.close();
}
