import { createFeedbackTokens, createReturnPathTokens, type DkimKey } from '@postrider/mail';
import type { Pool } from '@postrider/db';
import type { Publisher } from '@postrider/messaging';
import {
  createSemaphore,
  type Clock,
  type LockedSecrets,
  type Logger,
  type Metrics,
  type SecretBox,
  type ThreadPool,
} from '@postrider/runtime';
import { priorities } from '../claims/claimed-message';
import type { Settings } from '../config';
import { createOutcomeRecorder, type OutcomeRecorder } from '../outcomes/outcome-recorder';
import type { SendGate } from '../restorations/send-gate';
import type { ConnectionPool } from '../transport/pool/connection-pool';
import type { Destinations } from '../transport/routing/destinations';
import { createCommitAttempts } from './attempts.repository';
import { createComposer } from './composer';
import { createCountAttempts } from './count-attempts';
import { createReadLegalSender } from './legal-senders';
import { createMessagesInHand } from '../fairness/messages-in-hand';
import { createPacer, type Pacer } from '../fairness/pacer';
import { createProcessMessage, type ProcessMessage } from './process-message';
import { createSigningDomains } from './signing-domains';
import type { MessagePhases } from './message-phases';
import { createNameByOurIds } from './submitted-ids';
import { createTransactionsInFlight } from '../fairness/transactions-in-flight';

interface Options {
  readonly settings: Settings;
  readonly pool: Pool;
  readonly publisher: Publisher;
  readonly workerId: string;
  readonly secretBox: SecretBox;
  /** Signs every message beside its domain's key. */
  readonly platformKey: DkimKey | null;
  readonly lockedKeys: LockedSecrets;
  readonly gate: SendGate;
  readonly connections: ConnectionPool;
  readonly destinations: Destinations;
  readonly threads: ThreadPool;
  readonly phases: MessagePhases;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface Delivery {
  readonly process: ProcessMessage;
  readonly recorder: OutcomeRecorder;
  readonly pacer: Pick<Pacer, 'close'>;
}

/** Memory for messages with large bodies or attachments: two of 10 MB, one being composed while another is sent. */
const heavyOctetsMax = 64 * 1_024 * 1_024;
/** Twice the threads that sign: with more, messages of high priority would only wait longer. */
const composingAtOnceMax = 8;

/** What messages share on their way from claim to outcome. */
export function startDelivery(options: Options): Delivery {
  const { settings, pool, publisher, workerId, gate, threads, clock, log, metrics } = options;
  const pacer = startPacer(options);
  const inFlight = createTransactionsInFlight({ isPaced: () => pacer.pace() !== undefined });
  const inHand = createMessagesInHand();
  const recorder = createOutcomeRecorder({
    ...{ pool, publisher, workerId, log },
    ...{ gather: inFlight.gather, sizeOf: inHand.sizeOf },
  });
  const process = createProcessMessage({
    ...options,
    domains: createSigningDomains({
      ...options,
      complaintAddress: settings.CFBL_ADDRESS === '' ? null : settings.CFBL_ADDRESS,
      linkOrigin: settings.PUBLIC_URL,
    }),
    returnPaths: createReturnPathTokens({ secret: settings.RETURN_PATH_SECRET }),
    returnPathMode: settings.RETURN_PATH,
    memory: createSemaphore({ permits: heavyOctetsMax, priorities, perOwnerMax: heavyOctetsMax / 2 }),
    composer: createComposer({
      semaphore: createSemaphore({ permits: composingAtOnceMax, priorities }),
      threads,
      linkSecret: settings.LINK_SECRET,
      feedbackTokens: createFeedbackTokens({ secret: settings.RETURN_PATH_SECRET }),
      readLegalSender: createReadLegalSender(pool),
      nameByOurIds: createNameByOurIds(pool),
      log,
    }),
    commitAttempts: createCommitAttempts({ pool, workerId, gate, inFlight, inHand, pacer }),
    counts: createCountAttempts({ metrics, clock }),
    ...{ inFlight, inHand, pacer, recorder },
  });
  return { process, recorder, pacer };
}

function startPacer({ metrics }: Options): Pacer {
  const pacer = createPacer({ priorities });
  metrics.gauge(
    'send_pace',
    'Messages a second that organizations with more than two in hand may begin; nothing while they are not paced.',
    () => pacer.pace() ?? [],
  );
  return pacer;
}
