import fs from 'node:fs';
import path from 'node:path';
import { localPath, projectRoot } from '@postrider/testkit';
import { readLog } from '../../system/service-log';
import type { Scenario, FaultHarness } from '../scenario';
import { lasting } from '../tools/pause';

/** Within the 300 s that receivers of webhooks tolerate between their clock and the signature's. */
const jumpMs = 240_000;
const offMs = 10_000;
const clockFile = localPath('faults-clock');

function setClocks(offByMs: number): void {
  fs.writeFileSync(clockFile, String(offByMs));
}

export const clockJump: Scenario = {
  name: 'clock-jump',
  promise: 'the clocks of all services jump 4 minutes ahead, then behind: nothing lost, nothing sent twice',
  clientErrors: 'none',
  loadSecondsMin: 40,
  nodeArguments: [
    '--require',
    path.join(projectRoot(), 'tests', 'src', 'faults', 'tools', 'shift-clock.cjs'),
  ],
  settingsIn: () => {
    setClocks(0);
    return { FAULTS_CLOCK_FILE: clockFile };
  },
  strike: async (harness) => {
    const problems: string[] = [];
    for (const [share, offByMs] of [
      [0.2, jumpMs],
      [0.6, -jumpMs],
    ] as const) {
      await harness.load.reaches(share);
      setClocks(offByMs);
      await lasting(offMs);
      if (!isOff(harness, offByMs)) problems.push('the clocks did not jump: nothing was tried');
      setClocks(0);
    }
    return { problems };
  },
  cleanUp: () => {
    fs.rmSync(clockFile, { force: true });
    return Promise.resolve();
  },
};

/** Whether the gateway, which logs every request, writes wrong times. */
function isOff({ system }: FaultHarness, offByMs: number): boolean {
  const line = readLog(system.processes.named('api-gateway-1').logFile).at(-1)?.text ?? '{}';
  const { time = '' } = JSON.parse(line) as { time?: string };
  return Math.abs(Date.parse(time) - (Date.now() + offByMs)) < 60_000;
}
