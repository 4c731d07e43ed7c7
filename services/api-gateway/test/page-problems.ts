import type { Page } from 'playwright-core';
import { eventually, isExhaustive } from '@postrider/testkit';
import { keepScreenshot, seriousFindings, showScheme, type ConsoleWindow } from './console-session';

const views = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 390 },
] as const;

/**
 * Opens each page of the console, shows it light and wide, then dark and narrow, and keeps a screenshot of both. Only an exhaustive run
 * checks the second view with axe, which takes most of the time.
 *
 * @returns what is wrong: alerts, sideways scrolling, serious findings of axe, and what the window has noticed
 */
export async function problemsOfPages(
  { page, problems }: ConsoleWindow,
  { origin, paths }: { readonly origin: string; readonly paths: readonly string[] },
): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(`${origin}/console/${path}`);
    for (const { scheme, width } of views) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator('h1').waitFor();
      await page.locator('body:not(:has([aria-busy=true]))').waitFor();
      await showScheme(page, scheme);
      const name = path.replace(/[?].*/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'detail');
      await keepScreenshot(page, `${name.replaceAll('/', '-')}-${scheme}`);
      const alerts = await page.getByRole('alert').allTextContents();
      const findings = isExhaustive || scheme === 'light' ? await seriousFindings(page) : [];
      if (!(await fits(page, width))) findings.push(`is wider than ${width} pixels`);
      found.push(...[...alerts, ...findings].map((problem) => `${path}, ${scheme}: ${problem}`));
    }
  }
  return [...found, ...problems];
}

/** Whether the page does not scroll sideways, once charts and the like have followed the width of the window. */
async function fits(page: Page, width: number): Promise<boolean> {
  const isNarrow = () => page.evaluate<boolean>(`document.documentElement.scrollWidth <= ${width}`);
  return eventually(isNarrow).catch(() => false);
}
