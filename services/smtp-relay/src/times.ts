/** How long the relay waits. Tests wait for less. */
export const relayTimes = {
  /** For a client's next command: five minutes at least (RFC 5321 §4.5.3.2.7). */
  idleMs: 300_000,
  /** The same before login, including the TLS handshake: there is no reason to wait for strangers. */
  loginIdleMs: 60_000,
  /** From DATA to the final dot, against clients that send slowly. */
  dataMs: 600_000,
  /** A verified login is cached so that a client with many connections costs one request. Every POST checks the key again. */
  loginCacheMs: 30_000,
  /** A message over the key's rate limit is delayed before it gets 451. */
  pacingMs: 10_000,
  /** For the API's answer. Clients wait ten minutes for the reply to the final dot (RFC 5321 §4.5.3.2.6). */
  apiMs: 30_000,
};

export type RelayTimes = typeof relayTimes;
