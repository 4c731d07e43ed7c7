import { lastLines, type ServiceName, type ServiceProcess } from '@postrider/devtools';

/** The services of a system as processes that can be hurt. Names are `<service>-<number>`. */
export interface Processes {
  readonly all: readonly ServiceProcess[];
  of(service: ServiceName): readonly ServiceProcess[];
  named(name: string): ServiceProcess;
  /** SIGKILL; returns when it has gone. It stays away until `start`. */
  kill(...names: readonly string[]): Promise<void>;
  /** SIGTERM; returns when it has gone. */
  stop(...names: readonly string[]): Promise<void>;
  /** Returns when /readyz says so. */
  start(...names: readonly string[]): Promise<void>;
  /** Launches without waiting: for when an engine is unavailable and nothing can become ready. */
  launch(...names: readonly string[]): void;
  /** Processes that died without being stopped, with the end of their logs. */
  readonly deaths: readonly string[];
  stopAll(): Promise<void>;
}

const lookEveryMs = 200;
const logLinesShown = 20;

export function createProcesses(all: readonly ServiceProcess[]): Processes {
  const wanted = new Set<ServiceProcess>();
  const deaths: string[] = [];
  const named = (name: string): ServiceProcess => {
    const found = all.find((process) => process.name === name);
    if (!found)
      throw new Error(`no replica ${name}; there are ${all.map((process) => process.name).join(', ')}`);
    return found;
  };
  const look = (): void => {
    for (const process of wanted) {
      if (process.pid() !== undefined) continue;
      wanted.delete(process);
      deaths.push(
        `${process.name} died by itself. Last lines:\n${lastLines(process.logFile, logLinesShown)}`,
      );
    }
  };
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  const forget = endWithUs(all);

  const end = (how: 'kill' | 'stop') => async (processes: readonly ServiceProcess[]) => {
    look();
    for (const process of processes) wanted.delete(process);
    await Promise.all(processes.map((process) => process[how]()));
  };
  const launch = (processes: readonly ServiceProcess[]): void => {
    for (const process of processes) {
      process.launch();
      wanted.add(process);
    }
  };
  return {
    all,
    of: (service) => all.filter((process) => process.service === service),
    named,
    kill: (...names) => end('kill')(names.map(named)),
    stop: (...names) => end('stop')(names.map(named)),
    start: async (...names) => {
      const processes = names.map(named);
      await Promise.all(processes.map((process) => process.start()));
      for (const process of processes) wanted.add(process);
    },
    launch: (...names) => launch(names.map(named)),
    deaths,
    stopAll: async () => {
      clearInterval(timer);
      await end('stop')(all);
      forget();
    },
  };
}

const living = new Set<readonly ServiceProcess[]>();
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;
let isListening = false;

/**
 * Services are processes of their own sessions: Ctrl-C in the terminal does not reach them, so it is passed on.
 *
 * @returns what forgets them again
 */
function endWithUs(processes: readonly ServiceProcess[]): () => void {
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
