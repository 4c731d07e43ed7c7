import type { ServiceSettings } from '@postrider/devtools';

/** Short leases, sweeps and time-outs: what takes minutes in operation is over in seconds here. */
export const impatience: ServiceSettings = {
  LEASE_MS: '5000',
  SWEEP_INTERVAL_MS: '1000',
  SMTP_CONNECT_TIMEOUT_MS: '3000',
  SMTP_GREETING_TIMEOUT_MS: '5000',
  SMTP_COMMAND_TIMEOUT_MS: '5000',
  SMTP_BODY_TIMEOUT_MS: '5000',
  SMTP_FINAL_DOT_TIMEOUT_MS: '5000',
  SHUTDOWN_GRACE_MS: '20000',
};
