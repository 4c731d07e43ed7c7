import { errorCode, wait, type Logger } from '@postrider/runtime';

const attemptsMax = 3;
const retryAfterMs = 50;

/** Tells Redis of a change that is committed already. @returns false when it could not be told */
export async function tellGate(
  change: () => Promise<unknown>,
  {
    log,
    organizationId,
    what,
  }: { readonly log: Logger; readonly organizationId: string; readonly what: string },
): Promise<boolean> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      await change();
      return true;
    } catch (error) {
      log.warn({ code: errorCode(error), organization_id: organizationId, attempt }, `not told: ${what}`);
      if (attempt < attemptsMax) await wait(retryAfterMs);
    }
  }
  return false;
}
