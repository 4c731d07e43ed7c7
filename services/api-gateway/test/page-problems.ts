import { keepScreenshot, seriousFindings, type ConsoleWindow, type Scheme } from './console-session';

const views: readonly (readonly [Scheme, width: number])[] = [
  ['light', 1440],
  ['dark', 390],
];

/**
 * Opens each page of the console, shows it light and wide, then dark and narrow, and keeps a screenshot of both.
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
    for (const [scheme, width] of views) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await page.locator(`[data-mantine-color-scheme=${scheme}] h1`).waitFor();
      await page.locator('body:not(:has([aria-busy=true]))').waitFor();
      const name = path.replace(/[?].*/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'detail');
      await keepScreenshot(page, `${name.replaceAll('/', '-')}-${scheme}`);
      const alerts = await page.getByRole('alert').allTextContents();
      const pageWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
      const findings = await seriousFindings(page);
      if (pageWidth > width) findings.push(`is ${pageWidth} pixels wide`);
      found.push(...[...alerts, ...findings].map((problem) => `${path}, ${scheme}: ${problem}`));
    }
  }
  return [...found, ...problems];
}
