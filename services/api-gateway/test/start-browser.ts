import { randomUUID } from 'node:crypto';
import { chromium, type Browser, type Page } from 'playwright-core';
import { eventually, localPath, missingProgram } from '@postrider/testkit';

const executablePath = '/usr/bin/chromium-headless-shell';

/** A step takes a second, and on a machine with other work ten times as long; a process may also be stopped for a while. */
export const stepMs = 120_000;
const testMs = 600_000;

/** Tests with a browser. Without one on this machine, a skipped test says so. */
export function describeInBrowser(name: string, tests: () => void): void {
  const missing = missingProgram('chromium-headless-shell');
  if (missing !== null) it.skip(`in a browser: ${missing}`, () => undefined);
  (missing === null ? describe : describe.skip)(name, () => {
    jest.setTimeout(testMs);
    afterEach(async () => {
      if (hasTestFailed) await reportPages();
      openPages.clear();
    });
    tests();
  });
}

/** Set by the environment of tests. */
declare const hasTestFailed: boolean;

/** Of the test that runs. */
const openPages = new Set<Page>();

const snapshotMs = 20_000;
/** A page of forms and a list. */
const snapshotCharactersMax = 4_000;

/** Prints what the pages of a failed test show, as a screen reader has it, and keeps a picture of each. */
async function reportPages(): Promise<void> {
  for (const page of openPages) {
    const file = localPath('test', 'failed-pages', `${randomUUID()}.png`);
    const timeout = snapshotMs;
    try {
      await page.screenshot({ path: file, timeout });
      const shown = await page.locator('body').ariaSnapshot({ timeout });
      process.stderr.write(`${page.url()}, ${file}:\n${shown.slice(0, snapshotCharactersMax)}\n`);
    } catch (error) {
      process.stderr.write(`${page.url()} cannot be shown: ${String(error)}\n`);
    }
  }
}

/** Debian's Chromium, which asks no other host for anything. */
export function startBrowser(): Promise<Browser> {
  const quiet = ['quic', 'background-networking', 'component-update', 'sync'];
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', ...quiet.map((name) => `--disable-${name}`)],
    timeout: stepMs,
  });
}

/** Notes what is wrong with a page: it breaks its policy, asks a host that it may not, or throws. */
export function watchPage(page: Page, isOwn: (url: string) => boolean): string[] {
  page.setDefaultTimeout(stepMs);
  openPages.add(page);
  page.once('close', () => openPages.delete(page));
  const problems: string[] = [];
  page.on('request', (request) => {
    if (!isOwn(request.url())) problems.push(`asks ${request.url()}`);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) problems.push(message.text());
  });
  return problems;
}

/** Waits until an expression is true in the page. The policy of our pages does not let Playwright's own wait evaluate one. */
export async function waitUntil(page: Page, expression: string): Promise<void> {
  await eventually(() => page.evaluate<boolean>(expression), {
    ...{ timeoutMs: stepMs, intervalMs: 50, what: expression },
  });
}
