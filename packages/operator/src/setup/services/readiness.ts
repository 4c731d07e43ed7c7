import { wait } from '@postrider/runtime';
import { CommandRefused } from '../../command-refused';
import { healthPorts } from '../settings/systemd-settings';
import type { Finding } from '../step';

type Service = keyof typeof healthPorts;

const pollMs = 500;
const answerMs = 5_000;
const waitMs = 90_000;

/** Until the gateway takes requests. @throws CommandRefused when it does not within a minute and a half */
export async function waitForGateway(): Promise<void> {
  const { state, detail, advice } = await waitForService('api-gateway');
  if (state !== 'ok') throw new CommandRefused(`api-gateway is not ready: ${detail}\n${advice ?? ''}`);
}

/** Of each service, once it is ready or a minute and a half has passed. */
export function checkServices(): Promise<Finding[]> {
  return Promise.all((Object.keys(healthPorts) as Service[]).map(waitForService));
}

async function waitForService(service: Service): Promise<Finding> {
  const endsAt = performance.now() + waitMs;
  let detail = await readiness(service);
  while (detail !== 'ready' && performance.now() < endsAt) {
    await wait(pollMs);
    detail = await readiness(service);
  }
  if (detail === 'ready') return { check: service, state: 'ok', detail };
  return {
    ...{ check: service, state: 'failed', detail },
    advice: `Its log: journalctl -u postrider@${service} -n 20`,
  };
}

async function readiness(service: Service): Promise<string> {
  try {
    const url = `http://127.0.0.1:${healthPorts[service]}/readyz`;
    const response = await fetch(url, { signal: AbortSignal.timeout(answerMs) });
    return response.ok ? 'ready' : (await response.text()).trim().slice(0, 300);
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  }
}
