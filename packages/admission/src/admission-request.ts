import type { PlanName } from '@postrider/contracts';
import type { QuotaCounters } from './redis-keys';

export interface AdmissionRequest {
  readonly organizationId: string;
  readonly keyId: string;
  readonly plan: PlanName;
  /** Requests a second; 0: not counted, because there is no cap or because the request has passed before. */
  readonly rateLimit: number;
  /** The cache version that the caller's knowledge of the organization belongs to. */
  readonly cacheVersion: string;
  /** Live recipients per message; empty for a request that sends nothing. */
  readonly recipientCounts: readonly number[];
}

export type AdmissionDecision =
  | {
      readonly state: 'passed';
      /** Requests that can follow at once; null: no cap. */
      readonly remaining: number | null;
      readonly resetMs: number;
      readonly reservations: readonly ReservationResult[];
      readonly counters: QuotaCounters;
    }
  | { readonly state: 'limited'; readonly waitMs: number; readonly resetMs: number }
  /** Keys or organization changed: load them again, with this cache version, and ask again. */
  | { readonly state: 'stale'; readonly cacheVersion: string };

/** Result of the reservation for one message: reserved, or the limit that has no room for it. */
export type ReservationResult = 'reserved' | 'monthly_limit' | 'daily_cap';
