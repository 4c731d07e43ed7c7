import { AppError } from '@postrider/contracts';
import { createTimeShares } from '@postrider/runtime';

/** What one request renders, all its items together. */
export interface RenderCall {
  spentMs: number;
}

export interface RenderedBy {
  readonly organizationId: string;
  readonly call: RenderCall;
}

export interface RenderMeter {
  readonly charge: (tookMs: number, by: RenderedBy) => void;
  /** `rate_limited` when the call, or the organization, has used up its time. */
  readonly refusal: (by: RenderedBy) => AppError | null;
}

/** No more than the send itself takes: nobody's burden. */
export const FREE_MS = 0.2;
/** A batch of a hundred digests of 500 rows. */
const CALL_MS = 2_000;
/** So many seconds' worth for those who render seldom. */
const SAVED_SECONDS = 10;

export function createRenderMeter({ msPerSecond }: { readonly msPerSecond: number }): RenderMeter {
  const shares = createTimeShares({ msPerSecond, burstMs: msPerSecond * SAVED_SECONDS });
  return {
    charge: (tookMs, { organizationId, call }) => {
      if (tookMs <= FREE_MS) return;
      call.spentMs += tookMs;
      shares.charge(organizationId, tookMs);
    },
    refusal: ({ organizationId, call }) => {
      if (call.spentMs > CALL_MS)
        return overTime('The templates of this call take too long together.', 1_000);
      const waitMs = shares.waitMs(organizationId);
      if (waitMs === 0) return null;
      return overTime('Templates of this organization have used up their time.', waitMs);
    },
  };
}

function overTime(message: string, waitMs: number): AppError {
  return new AppError('rate_limited', message, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}
