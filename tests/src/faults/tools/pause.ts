import { setTimeout as delay } from 'node:timers/promises';

/** How long a fault lasts is part of a scenario; nothing is waited for by it. */
export async function lasting(ms: number): Promise<void> {
  await delay(ms);
}
