import { eventually } from '@postrider/testkit';
import { ExplainedError } from '../explained-error';
import { howToMovePorts } from '../engines/port-offset';
import { describePortOwner, isListening } from '../processes/listening-port';
import { developmentServers } from './development-servers';
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
  const servers = developmentServers(ports).map(({ name, ports: theirs, daemon }) => ({
    part: `the ${name}`,
    ports: theirs,
    pid: daemon.pid,
  }));
  return [...services, ...servers];
}

/**
 * Looks before anything starts: a service whose port is taken ends, and the process on the port may answer in its place.
 *
 * @throws ExplainedError naming each port, who has it, and the way out
 */
export async function assertPortsFree(parts: readonly ListeningPart[]): Promise<void> {
  let lines: string[] = [];
  const areFree = async () => {
    lines = (await Promise.all(parts.filter(({ pid }) => pid() === undefined).map(complaintOf))).flat();
    return lines.length === 0;
  };
  await eventually(areFree, { timeoutMs: patienceMs, intervalMs: 100 }).catch(() => undefined);
  if (lines.length === 0) return;
  throw new ExplainedError([...lines, `Stop what holds it, ${howToMovePorts()}`].join('\n'));
}

/** One line for all that one process holds. */
async function complaintOf({ part, ports }: ListeningPart): Promise<string[]> {
  const open = await Promise.all(ports.map(isListening));
  const portsByOwner = new Map<string, number[]>();
  for (const port of ports.filter((_port, index) => open[index])) {
    const owner = describePortOwner(port);
    portsByOwner.set(owner, [...(portsByOwner.get(owner) ?? []), port]);
  }
  return [...portsByOwner].map(
    ([owner, taken]) => `Port ${taken.join(', ')}, which ${part} needs, is taken by ${owner}.`,
  );
}
