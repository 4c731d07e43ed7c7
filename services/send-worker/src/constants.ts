/** What operators have no reason to set. Tests set some of it. */
export const workerConstants = {
  /**
   * Messages in delivery per worker, by queue; two thirds of one organization. Delivery waits for other servers, so the numbers bound
   * memory and connections, not work. Test mail leaves no connection open.
   */
  inHandMax: { transactional: 384, bulk: 300, retry: 300, test: 1_500 },
  /** Messages that take longer than five seconds and no longer count in `inHandMax`. */
  slowMessagesMax: 500,
  /** How late a worker notices expired leases, lost jobs, and what operators change. */
  sweepIntervalMs: 3_000,
  /** How long an expired lease is still respected: longer than a statement that began before its end (`statementTimeoutMs`). */
  leaseGraceMs: 10_000,
  /** Inbound mails processed at a time; a quarter for one domain or from one client. */
  inboundInHandMax: 128,
  /** To read one of them in a thread; large ones take a second. */
  inboundReadMs: 10_000,
  /** To screen one message; large ones take 0.3 s. */
  screeningMs: 10_000,
  /** For each of three tries at a DNS server: a resolver that walks a chain of slow servers answers within one of them. */
  dnsTryMs: 2_000,
  /** Of the hosts that have a domain's MTA-STS policy (RFC 8461 §3.3). */
  stsPort: 443,
  /** What a delivery waits for a policy that is fetched. */
  stsWaitMs: 3_000,
};

export type WorkerConstants = typeof workerConstants;
