import type { ReceiverAnswer } from '@postrider/testkit';
import type { FaultHarness, StrikeResult } from '../scenario';
import { lasting } from './pause';

const brokenMs = 15_000;

/** The endpoint answers like this for a quarter of a minute, then well again. */
export async function breakWebhooks(harness: FaultHarness, answer: ReceiverAnswer): Promise<StrikeResult> {
  const { load, webhookEndpoint } = harness;
  const strayed = new Set<string>();
  let broken = 0;
  await load.reaches(0.2);
  webhookEndpoint(({ path }) => {
    broken += 1;
    if (path !== '/hook') strayed.add(path);
    return answer;
  });
  await lasting(brokenMs);
  webhookEndpoint({ kind: 'status', status: 200 });
  const problems = [...strayed].map((path) => `a webhook was sent to ${path}`);
  return { problems, detail: `${broken} failed requests` };
}
