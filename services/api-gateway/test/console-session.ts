import fs from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, Download, Page } from 'playwright-core';
import { eventually, isInSample, localPath, type MemberFixture } from '@postrider/testkit';
import { stepMs, waitUntil, watchPage } from './start-browser';
import type { TestApi } from './test-api';

export type ColorScheme = 'light' | 'dark';

export interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
}

/** A browser window of the console. What breaks its policy, asks another host or throws is in `problems`. */
export interface ConsoleWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: readonly string[];
}

/** A browser of its own: no cookies, nothing cached. Dialogs open and close without a transition. */
export async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(keepNotices);
  return context;
}

/** Notifications close after a few seconds, in which the test may not run. */
const keepNotices = `window.notices = [];
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element)
        for (const each of [node, ...node.querySelectorAll('[role=alert]')])
          if (each.role === 'alert') notices.push(each.textContent);
  }).observe(document, { childList: true, subtree: true });`;

/** Waits until the page has shown a notification, which may have closed since. */
export async function waitForNotice(page: Page, text: string): Promise<void> {
  await waitUntil(page, `notices.some((notice) => notice.includes(${JSON.stringify(text)}))`);
}

export async function openPage(
  context: BrowserContext,
  { width = 1440, height = 900 }: WindowOptions = {},
): Promise<ConsoleWindow> {
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  const problems = watchPage(page, (url) => /^(http:\/\/localhost:|data:|about:)/.test(url));
  return { page, context, problems };
}

/** A window in which no user is signed in. */
export async function openWindow(browser: Browser, options?: WindowOptions): Promise<ConsoleWindow> {
  return openPage(await newContext(browser), options);
}

/** As after a sign-in of the user. */
export async function addSession(
  context: BrowserContext,
  { origin, user }: { readonly origin: string; readonly user: Pick<MemberFixture, 'sessionToken'> },
): Promise<void> {
  const cookie = { name: 'postrider_session', value: user.sessionToken, url: origin };
  await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
}

interface Credentials {
  readonly origin: string;
  readonly email: string;
  readonly password: string;
}

export async function fillSignIn(page: Page, { origin, email, password }: Credentials): Promise<void> {
  await page.goto(`${origin}/console/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function signOut(page: Page, { email }: { readonly email: string }): Promise<void> {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
}

/**
 * Moves the focus to the first row of the list that is shown. A list listens to keys shortly after it is shown, so the key is pressed
 * until it has its effect; pressing it again changes nothing.
 */
export async function focusFirstRow(page: Page): Promise<void> {
  const focused = page.locator('[data-index="0"] :is(a, button):focus');
  const press = async () => {
    await page.keyboard.press('k');
    return focused.isVisible();
  };
  await eventually(press, { timeoutMs: stepMs, intervalMs: 200, what: 'the focus of the first row' });
}

/** What the browser saves after the action. */
export async function downloadOf(page: Page, action: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()]);
  return download;
}

/** Rules of axe that a page breaks seriously in the color scheme that it has, with the first element. */
export async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run({ iframes: false, resultTypes: ['violations'] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${String(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ''}`);
}

/** Shows the page in a color scheme, and waits until it has it. */
export async function showScheme(page: Page, scheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
  // Some colors of the other scheme fade. What is pending turns until it ends.
  const isFading = `({ playState, effect }) => playState === 'running' && effect.getTiming().iterations !== Infinity`;
  await waitUntil(page, `!document.getAnimations().some(${isFading})`);
}

/**
 * A step of a flow: nothing of it breaks a rule of axe seriously, in either color scheme. The flow continues in the other one, so that both
 * are used. Keeps a screenshot of each. This takes most of a flow's time: only an exhaustive run looks at all steps.
 */
export async function expectAccessible(page: Page, step: string): Promise<void> {
  if (!isInSample(step)) return;
  const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`);
  const schemes: readonly ColorScheme[] = isDark ? ['dark', 'light'] : ['light', 'dark'];
  const found: string[] = [];
  for (const scheme of schemes) {
    await showScheme(page, scheme);
    await keepScreenshot(page, `${step}-${scheme}`);
    found.push(...(await seriousFindings(page)).map((finding) => `${scheme}: ${finding}`));
  }
  expect(found).toEqual([]);
}

const screenshots = localPath('console');

/** For people to look at, who make the folder first. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (fs.existsSync(screenshots)) await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
}

/** Emails that were accepted; no worker sends them. */
export async function acceptEmail(
  api: TestApi,
  key: { readonly token: string },
  body: Readonly<Record<string, unknown>>,
): Promise<string> {
  const response = await fetch(`${api.url}/api/v1/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
}
