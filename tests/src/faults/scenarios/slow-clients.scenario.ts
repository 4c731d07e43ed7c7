import type { Scenario, Stage } from '../scenario';
import { openIdleConnections, type IdleConnections } from '../tools/idle-connections';
import { trickle } from '../tools/trickle';

const idleConnections = 1_000;
const slowUploads = 200;

export const slowClients: Scenario = {
  name: 'slow-clients',
  promise: '1,000 idle connections at each listener and 200 uploads at 1 byte/s disturb nobody',
  clientErrors: 'none',
  strike: async (stage) => {
    await stage.load.reaches(0.1);
    const opened: IdleConnections[] = [];
    try {
      for (const port of listenersOf(stage)) opened.push(await openIdleConnections(port, idleConnections));
      const uploads = await openIdleConnections(apiPort(stage), slowUploads, beginningOfUpload(stage));
      opened.push(uploads);
      const stopTrickling = trickle(uploads);
      await stage.load.reaches(0.9);
      stopTrickling();
      return { detail: `${opened.map((each) => each.open()).join('+')} connections still open at the end` };
    } finally {
      for (const each of opened) each.close();
    }
  },
};

function listenersOf(stage: Stage): number[] {
  const { startTlsPort, tlsPort } = stage.system.smtp;
  return [apiPort(stage), startTlsPort, tlsPort];
}

function apiPort({ system }: Stage): number {
  return Number(new URL(system.apiUrl).port);
}

function beginningOfUpload({ system }: Stage): string {
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
