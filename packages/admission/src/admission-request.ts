import type { Plan, PlanName } from '@postrider/contracts/organizations';
import type { QuotaCounters } from './redis-keys';

export interface AdmissionRequest {
  readonly organizationId: string;
  readonly keyId: string;
  readonly plan: PlanName;
  /** Requests a second; 0: not counted, because there is no cap or because the request has passed before. */
  readonly rateLimit: number;
  /** Counted against the rate of the organization, too: requests of keys are, those of users of the console are not. */
  readonly sharesRate: boolean;
  /** The cache version that the caller's knowledge of the organization belongs to. */
  readonly cacheVersion: string;
  /** Live recipients a UTC day of the key; null or absent: no limit of its own. */
  readonly keyDailyLimit?: number | null | undefined;
  /** Live recipients per message; empty for a request that sends nothing. */
  readonly recipientCounts: readonly number[];
}

export type AdmissionDecision =
  | {
      readonly state: 'passed';
      /** Requests a second of the key, or of its organization if that has fewer; null: no cap. */
      readonly rateLimit: number | null;
      /** Requests that can follow at once; null: no cap. */
      readonly remaining: number | null;
      readonly resetMs: number;
      readonly reservations: readonly ReservationResult[];
      readonly counters: QuotaCounters;
    }
  | {
      readonly state: 'limited';
      readonly rateLimit: number | null;
      readonly waitMs: number;
      readonly resetMs: number;
    }
  /** Keys or organization changed: load them again, with this cache version, and ask again. */
  | { readonly state: 'stale'; readonly cacheVersion: string };

/** Result of the reservation for one message: reserved, or the limit that has no room for it. */
export type ReservationResult = 'reserved' | 'monthly_limit' | 'daily_cap' | 'key_daily_limit';

/** Requests a second that hold for a request; 0: no cap. */
export interface RequestRates {
  readonly key: number;
  readonly organization: number;
}

/** A key without a limit of its own, which only the operator makes, has none at all. */
export function ratesOf({ rateLimit, sharesRate }: AdmissionRequest, plan: Plan): RequestRates {
  const isShared = sharesRate && rateLimit > 0;
  return { key: rateLimit, organization: isShared ? (plan.requestsPerSecond ?? 0) : 0 };
}

/** The smaller of both; null: no cap. */
export function effectiveRate({ key, organization }: RequestRates): number | null {
  const capped = [key, organization].filter((rate) => rate > 0);
  return capped.length === 0 ? null : Math.min(...capped);
}
