import { z } from 'zod';
import { transportKinds, type TransportKind } from './statuses';

/** Transports that settings give: `smtp` by DELIVERY_ROUTES, `mx` always, the others where their settings are. */
export const builtInTransports: readonly string[] = transportKinds;

export const transportName = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/, 'must be lowercase letters, digits, - and _, at most 63');

export const sesRegion = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region such as eu-west-1');

/** What a row of `transports` holds beside its secret, by kind. */
export const transportOptions = {
  mx: z.strictObject({}),
  smtp: z.strictObject({
    host: z
      .string()
      .regex(/^[A-Za-z0-9](?:[A-Za-z0-9.:-]{0,252}[A-Za-z0-9])?$/, 'must be a host name or an IP address'),
    port: z.int().min(1).max(65_535),
    tls: z.enum(['off', 'opportunistic', 'required', 'implicit']),
    user: z.string().max(255).nullable(),
    /** Its 250 is the last word: nothing will tell more. */
    final: z.boolean(),
    connections: z.int().min(1).max(1_000),
  }),
  ses: z.strictObject({
    /** The first is the primary one. */
    regions: z.array(sesRegion).min(1).max(10),
    /** Null, and no secret either: where the SDK looks by itself. */
    accessKeyId: z.string().max(128).nullable(),
    /** Whose event destinations tell what became of the mail. */
    configurationSet: z.string().max(64).nullable(),
    connections: z.int().min(1).max(1_000),
  }),
  sendgrid: z.strictObject({
    connections: z.int().min(1).max(1_000),
  }),
} as const satisfies Record<TransportKind, z.ZodType>;

export type TransportOptions = {
  [Kind in TransportKind]: { readonly kind: Kind } & z.output<(typeof transportOptions)[Kind]>;
}[TransportKind];

/**
 * Whether a transport, or one region of it, works: what all workers share in Redis, and what operators see.
 *
 * - up: it takes mail. `failures` in a row since `failedAt` take it out.
 * - out: its fallback takes its mail. From `probeAt` on, one message at a time is offered to it, until `probeUntil` at the
 *   latest; after some that went well it is up again, after one that failed it rests twice as long.
 */
export const transportState = z.object({
  state: z.enum(['up', 'out']),
  failures: z.int(),
  /** Milliseconds since 1970, as all times here; the first of the failures in a row. */
  failedAt: z.number(),
  /** Why it failed last. */
  reason: z.string(),
  cause: z.enum(['outage', 'blocked']),
  /** Since when it is in this state. */
  since: z.number(),
  probeAt: z.number(),
  probeUntil: z.number(),
  coolDownMs: z.number(),
  /** Probes that went well in a row. */
  successes: z.int(),
});

export type TransportState = z.output<typeof transportState>;

/** The key of a state in Redis. @param unit a transport's name, with `@region` where it has several */
export function transportStateKey(unit: string): string {
  return `transport:{${unit}}`;
}
