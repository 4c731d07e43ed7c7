import { z } from 'zod';

export const transportName = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/, 'must be lowercase letters, digits, - and _, at most 63');

/** Of source addresses; `transactional` and `bulk` serve the streams of these names. */
export const sourcePoolName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must consist of lowercase letters, digits and hyphens');

/** Titles are the labels of forms. What a row of `transports` of kind `smtp` holds beside its secret; those of providers are in packages/providers. */
export const smtpTransportOptions = z.strictObject({
  host: z
    .string()
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9.:-]{0,252}[A-Za-z0-9])?$/, 'must be a host name or an IP address')
    .meta({ title: 'Host' }),
  port: z.int().min(1).max(65_535).meta({ title: 'Port' }),
  tls: z.enum(['off', 'opportunistic', 'required', 'implicit']).meta({ title: 'TLS' }),
  user: z.string().max(255).nullable().meta({ title: 'User name' }),
  final: z.boolean().meta({ title: 'Its 250 reply is final: no bounce message follows' }),
  connections: z.int().min(1).max(1_000).meta({ title: 'Connections of a worker' }),
});

export type SmtpTransportOptions = z.output<typeof smtpTransportOptions>;

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
