import type { BenchLine } from './bench-line';
import { acceptLines } from './lines/accept.lines';
import { broadcastLine } from './lines/broadcast.line';
import { countersLine } from './lines/counters.line';
import { checkLine } from './lines/check.line';
import { consoleContactsLine } from './lines/console-contacts.line';
import { consoleIdleLine } from './lines/console-idle.line';
import { consoleListLine } from './lines/console-list.line';
import { diskLines } from './lines/disk.lines';
import { eventsLine } from './lines/events.line';
import { campaignLine } from './lines/campaign.line';
import { expansionLine } from './lines/expansion.line';
import { fairnessLine } from './lines/fairness.line';
import { growthLines } from './lines/growth.lines';
import { idleLines } from './lines/idle.lines';
import { importLine } from './lines/import.line';
import { latencyLine } from './lines/latency.line';
import { memoryLines } from './lines/memory.lines';
import { readLines } from './lines/read.lines';
import { relayLines } from './lines/relay.lines';
import { scaleOutLines } from './lines/scale-out.lines';
import { segmentStreamLine } from './lines/segment-stream.line';
import { sendLines } from './lines/send.lines';
import { victimWaitLine } from './lines/victim-wait.line';
import { webhookLines } from './lines/webhook.lines';
import { waitingLine } from './lines/waiting.line';
import { wholePathLine } from './lines/whole-path.line';

/** Every line of the table, in its order. */
export const benchLines: readonly BenchLine[] = [
  ...acceptLines,
  ...relayLines,
  ...sendLines,
  wholePathLine,
  latencyLine,
  fairnessLine,
  ...webhookLines,
  countersLine,
  importLine,
  eventsLine,
  segmentStreamLine,
  expansionLine,
  broadcastLine,
  campaignLine,
  ...readLines,
  checkLine,
  waitingLine,
  consoleListLine,
  consoleContactsLine,
  ...growthLines,
  victimWaitLine,
  ...memoryLines,
  ...idleLines,
  consoleIdleLine,
  ...diskLines,
  ...scaleOutLines,
];

/** @throws for a name that no line has */
export function chooseLines(only: string | undefined): readonly BenchLine[] {
  if (!only) return benchLines;
  const names = only.split(',').map((name) => name.trim());
  return names.map((name) => {
    const line = benchLines.find((each) => each.name === name);
    if (!line)
      throw new Error(`no line ${name}; there are ${benchLines.map((each) => each.name).join(', ')}`);
    return line;
  });
}
