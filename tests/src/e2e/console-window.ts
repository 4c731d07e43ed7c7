import fs from 'node:fs';
import { localPath } from '@postrider/testkit';
import { openWindow, type ConsoleWindow } from '../../../services/api-gateway/test/console-session';
import type { startBrowser } from '../../../services/api-gateway/test/start-browser';
import { running } from './running-system';

export type Browser = Awaited<ReturnType<typeof startBrowser>>;
export type Page = ConsoleWindow['page'];

/** Where a browser finds the console: it asks nothing of other hosts than localhost. */
export function consoleUrl(path: string): string {
  return new URL(path, running().apiUrl.replace('127.0.0.1', 'localhost')).href;
}

/** Follows an invitation and registers; ends on the page "Getting started". */
export async function register(browser: Browser, { link, name }: { link: string; name: string }) {
  const opened = await openWindow(browser);
  const { page } = opened;
  await page.goto(consoleUrl(new URL(link).pathname + new URL(link).hash));
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Choose a password').fill('paper lantern river seventeen');
  await page.getByRole('button', { name: 'Create account', exact: true }).click();
  await page.getByRole('heading', { name: 'Getting started', level: 1 }).waitFor();
  return opened;
}

/** Opens a page by its link in the navigation. */
export async function follow(page: Page, name: string, heading = name): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
}

/** Chooses an option of a field. */
export async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Prints how long a journey took, without the time that a person reads and thinks, and keeps it in `.local/test/journeys.json`. */
export function noteTime(journey: string, startedMs: number): number {
  const seconds = Math.round(performance.now() - startedMs) / 1_000;
  const file = localPath('test', 'journeys.json');
  fs.mkdirSync(localPath('test'), { recursive: true });
  const known = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as object) : {};
  fs.writeFileSync(file, `${JSON.stringify({ ...known, [journey]: { seconds } }, null, 2)}\n`);
  console.log(`${journey}: ${seconds} s`);
  return seconds;
}
