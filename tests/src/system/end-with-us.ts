import type { ServiceProcess } from '@postrider/devtools';

const living = new Set<readonly ServiceProcess[]>();
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;
let isListening = false;

/**
 * Services are processes of their own sessions: Ctrl-C in the terminal does not reach them, so it is passed on.
 *
 * @returns what forgets them again
 */
export function endWithUs(processes: readonly ServiceProcess[]): () => void {
  living.add(processes);
  if (!isListening) {
    isListening = true;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(signal));
  }
  return () => living.delete(processes);
}

function end(signal: keyof typeof exitCodes): never {
  for (const service of [...living].flat()) {
    const pid = service.pid();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }
  process.exit(exitCodes[signal]);
}
