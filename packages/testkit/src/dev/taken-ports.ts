import { ExplainedError } from '../explained-error';
import { eventually } from '../eventually';
import { describePortOwner, isListening } from '../processes/listening-port';
import { developmentHelpers } from './development-helpers';
import { portsOf, type DevelopmentPorts } from './development-ports';
import { developmentServices } from './development-services';

/** What we have just stopped lets go of its port within this time. */
const patienceMs = 2_000;

/** A program that is started on ports of its own. */
export interface ListeningPart {
  readonly part: string;
  readonly ports: readonly number[];
  /** Of the process that this checkout has started. */
  readonly pid: () => number | undefined;
}

export function listeningParts(ports: DevelopmentPorts): ListeningPart[] {
  const services = developmentServices({}, ports).map(({ service, pid }) => ({
    part: `the ${service}`,
    ports: portsOf(service, ports),
    pid,
  }));
  const helpers = developmentHelpers(ports).map(({ name, ports: theirs, daemon }) => ({
    part: `the ${name}`,
    ports: theirs,
    pid: daemon.pid,
  }));
  return [...services, ...helpers];
}

/**
 * Looks before anything starts: a service whose port is taken dies, and what holds the port may answer in its place.
 *
 * @throws ExplainedError naming each port, who has it, and the way out
 */
export async function assertPortsFree(parts: readonly ListeningPart[]): Promise<void> {
  let taken: TakenPort[] = [];
  const areFree = async () => {
    taken = await takenPorts(parts);
    return taken.length === 0;
  };
  await eventually(areFree, { timeoutMs: patienceMs, intervalMs: 100 }).catch(() => undefined);
  if (taken.length === 0) return;
  const lines = taken.map(
    ({ port, part }) => `Port ${port}, which ${part} needs, is taken by ${describePortOwner(port)}.`,
  );
  throw new ExplainedError(
    [...lines, 'Stop what holds it, or move all ports of this checkout: PORT_OFFSET=100 make up'].join('\n'),
  );
}

interface TakenPort {
  readonly port: number;
  readonly part: string;
}

/** Those that parts which do not run will need, and that something else holds. */
async function takenPorts(parts: readonly ListeningPart[]): Promise<TakenPort[]> {
  const wanted = parts
    .filter(({ pid }) => pid() === undefined)
    .flatMap(({ part, ports }) => ports.map((port) => ({ port, part })));
  const taken = await Promise.all(wanted.map(({ port }) => isListening(port)));
  return wanted.filter((_each, index) => taken[index]);
}
