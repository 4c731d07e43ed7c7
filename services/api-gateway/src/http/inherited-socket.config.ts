/** sd_listen_fds(3): the first one after standard input, output and error. */
const firstDescriptor = 3;

/**
 * The listening socket that systemd has opened and passed to this process; null: none. It stays open while the gateway restarts, so that
 * connections wait for the next process instead of being refused.
 */
export function inheritedSocket(): number | null {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  return LISTEN_PID === String(process.pid) && Number(LISTEN_FDS) > 0 ? firstDescriptor : null;
}
