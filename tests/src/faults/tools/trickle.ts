import type { IdleConnections } from './idle-connections';

/** One more byte on each connection every second. @returns what stops it */
export function trickle(connections: IdleConnections): () => void {
  const timer = setInterval(() => connections.write(' '), 1_000);
  return () => clearInterval(timer);
}
