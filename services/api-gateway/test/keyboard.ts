import type { Locator, Page } from 'playwright-core';

/** More than any page has fields between two that a test goes to. */
const pressesMax = 150;

/** Presses the key until the element has the focus: as a user gets there who has no mouse. */
async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  await target.first().waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let presses = 0; presses < pressesMax; presses += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${String(target)}`);
}

export const tabTo = (page: Page, target: Locator): Promise<void> => pressUntilFocused(page, 'Tab', target);
export const arrowTo = (
  page: Page,
  target: Locator,
  arrow: 'ArrowDown' | 'ArrowRight' = 'ArrowDown',
): Promise<void> => pressUntilFocused(page, arrow, target);

/** Waits until the element has the focus that an action gives it. */
export const waitForFocus = (page: Page, target: Locator): Promise<void> =>
  target.and(page.locator(':focus')).waitFor();

/** A menu takes the focus some time after it is shown: what has it has no size. */
export const menuHasFocus = (page: Page): Promise<void> =>
  page.getByRole('menu').locator(':focus').waitFor({ state: 'attached' });

/** Chooses in a menu that has just opened. */
export async function chooseByKeyboard(page: Page, item: string): Promise<void> {
  const found = page.getByRole('menuitem', { name: item, exact: true });
  await menuHasFocus(page);
  await arrowTo(page, found);
  await page.keyboard.press('Enter');
}
