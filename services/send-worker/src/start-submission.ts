import { createAdmissionControl, type AdmissionControl } from '@postrider/admission';
import type { Pool } from '@postrider/db';
import type { Broker, RedisClient } from '@postrider/messaging';
import type { Clock, Logger, Metrics, ThreadPool } from '@postrider/runtime';
import { createAcceptEmails, type AcceptEmails } from '@postrider/submission';
import { createRenderer, type Renderer } from '@postrider/templating';
import type { Settings } from './config';

/** What broadcasts and automations send by: the same acceptance and the same quotas as the API's. */
export interface Submission {
  readonly admissionControl: AdmissionControl;
  readonly acceptEmails: AcceptEmails;
  readonly renderer: Renderer;
  /** Resolves when nothing of it is on its way to the engines. */
  drain(): Promise<void>;
}

export function startSubmission(options: {
  readonly settings: Settings;
  readonly pool: Pool;
  readonly broker: Broker;
  readonly redis: RedisClient;
  readonly threads: ThreadPool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}): Submission {
  const { settings, broker, threads } = options;
  const admissionControl = createAdmissionControl({
    ...options,
    plans: settings.PLANS,
    rebuildDelayMs: settings.QUOTA_REBUILD_DELAY_MS,
  });
  const acceptEmails = createAcceptEmails({
    ...options,
    publishJob: (queue, job) => broker.publisher.publishJob(queue, job),
  });
  return {
    admissionControl,
    acceptEmails,
    renderer: createRenderer({ threads, msPerSecond: settings.RENDER_MS_PER_SECOND }),
    drain: async () => {
      await acceptEmails.drain();
      await admissionControl.drain();
    },
  };
}
