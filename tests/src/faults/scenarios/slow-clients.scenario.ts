import type { Scenario, FaultHarness } from '../scenario';
import { openIdleConnections, type IdleConnections } from '../tools/idle-connections';

const idleConnections = 1_000;
const slowUploads = 200;

export const slowClients: Scenario = {
  name: 'slow-clients',
  promise: '1,000 idle connections at each listener and 200 uploads at 1 byte/s disturb no other client',
  clientErrors: 'none',
  strike: async (harness) => {
    await harness.load.reaches(0.1);
    const opened: IdleConnections[] = [];
    try {
      for (const port of listenersOf(harness)) opened.push(await openIdleConnections(port, idleConnections));
      const uploads = await openIdleConnections(apiPort(harness), slowUploads, beginningOfUpload(harness));
      opened.push(uploads);
      const stopTrickling = trickle(uploads);
      await harness.load.reaches(0.9);
      stopTrickling();
      return { detail: `${opened.map((each) => each.open()).join('+')} connections still open at the end` };
    } finally {
      for (const each of opened) each.close();
    }
  },
};

/** One more byte on each connection every second. @returns what stops it */
function trickle(connections: IdleConnections): () => void {
  const timer = setInterval(() => connections.write(' '), 1_000);
  return () => clearInterval(timer);
}

function listenersOf(harness: FaultHarness): number[] {
  const { startTlsPort, tlsPort } = harness.system.smtp;
  return [apiPort(harness), startTlsPort, tlsPort];
}

function apiPort({ system }: FaultHarness): number {
  return Number(new URL(system.apiUrl).port);
}

function beginningOfUpload({ system }: FaultHarness): string {
  return [
    'POST /api/v1/emails HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${system.tenant.keys.live.token}`,
    'Content-Type: application/json',
    'Content-Length: 100000',
    '',
    '{',
  ].join('\r\n');
}
