import type { Page } from 'playwright-core';
import { eventually, isExhaustive } from '@postrider/testkit';
import { keepScreenshot, seriousFindings, showScheme, type ConsoleWindow } from './console-session';

/** `make test` shows all in one color scheme, and looks at each page with axe once, which takes most of the time. */
const views = [
  { scheme: 'light', width: 1440, withAxe: true },
  { scheme: isExhaustive ? 'dark' : 'light', width: 390, withAxe: isExhaustive },
] as const;

/**
 * Opens each page of the console, shows it wide, then narrow, and keeps a screenshot of both.
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
    for (const { scheme, width, withAxe } of views) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator('h1').waitFor();
      await page.locator('body:not(:has([aria-busy=true]))').waitFor();
      await showScheme(page, scheme);
      const name = path.replace(/[?].*/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'detail');
      await keepScreenshot(page, `${name.replaceAll('/', '-')}-${scheme}-${width}`);
      const alerts = await page.getByRole('alert').allTextContents();
      const findings = withAxe ? await seriousFindings(page) : [];
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
