import net from 'node:net';
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { localPath } from '@postrider/testkit';
import type { TestApi } from './test-api';

export type Scheme = 'light' | 'dark';

/** A browser window of the console. What breaks its policy, asks another host or throws is in `problems`. */
export interface ConsoleWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: readonly string[];
}

/** A free port, so that the origin of the console is known before it starts: passkeys are bound to it. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function openWindow(
  browser: Browser,
  { scheme = 'light', width = 1440 }: { readonly scheme?: Scheme; readonly width?: number } = {},
): Promise<ConsoleWindow> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const problems: string[] = [];
  page.on('request', (request) => {
    if (!/^(http:\/\/localhost:|data:|about:)/.test(request.url())) problems.push(`asks ${request.url()}`);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) problems.push(message.text());
  });
  return { page, context, problems };
}

interface Credentials {
  readonly origin: string;
  readonly email: string;
  readonly password: string;
}

export async function signIn({ page }: Pick<ConsoleWindow, 'page'>, credentials: Credentials): Promise<void> {
  await fillSignIn(page, credentials);
  await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
}

export async function fillSignIn(page: Page, { origin, email, password }: Credentials): Promise<void> {
  await page.goto(`${origin}/console/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Rules that a page breaks seriously, with the first element. */
export async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run({ iframes: false, resultTypes: ['violations'] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${String(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ''}`);
}

/** Kept for people to look at. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: localPath(path.join('console', `${name}.png`)) });
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
