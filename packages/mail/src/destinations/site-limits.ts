/** How hard one destination site may be used, per worker process. */
export interface SiteLimits {
  connectionsMax: number;
  messagesPerConnectionMax: number;
  messagesPerSecondMax: number;
  idleTimeoutMs: number;
}

const defaultLimits: SiteLimits = {
  connectionsMax: 10,
  messagesPerConnectionMax: 100,
  messagesPerSecondMax: 100,
  idleTimeoutMs: 60_000,
};

// What the providers publish or enforce; above it they answer 421 or close the connection.
const limitsByProvider: ReadonlyMap<string, SiteLimits> = new Map(
  Object.entries({
    google: { connectionsMax: 5, messagesPerConnectionMax: 50 },
    microsoft: { connectionsMax: 5, messagesPerConnectionMax: 50 },
    apple: { connectionsMax: 10, messagesPerConnectionMax: 5 },
    yahoo: { messagesPerConnectionMax: 20 },
    comcast: { connectionsMax: 25, messagesPerConnectionMax: 1_000 },
    orange: { connectionsMax: 2, messagesPerConnectionMax: 100 },
    gmx: { connectionsMax: 4, messagesPerConnectionMax: 20 },
  } satisfies Record<string, Partial<SiteLimits>>).map(([provider, limits]) => [
    provider,
    { ...defaultLimits, ...limits },
  ]),
);

/** Limits for a provider named by `mailboxProvider`; conservative defaults for all others. */
export function siteLimits(provider: string): SiteLimits {
  return limitsByProvider.get(provider) ?? defaultLimits;
}
