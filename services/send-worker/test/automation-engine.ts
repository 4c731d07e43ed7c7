import { createAdmissionControl } from '@postrider/admission';
import { createPublicLinks } from '@postrider/mail';
import { createRedis } from '@postrider/messaging';
import { createLogger, createMetrics, createThreadPool, systemClock } from '@postrider/runtime';
import { createAcceptEmails } from '@postrider/submission';
import { createRenderer } from '@postrider/templating';
import { eventually, testLinkSecret, type TestContext } from '@postrider/testkit';
import { claimRuns, findOrganizationsWithDueRuns } from '../src/automations/claim-runs';
import type { ClaimedRun } from '../src/automations/claimed-run';
import { createReadVersion } from '../src/automations/definitions';
import { createRecordMoves } from '../src/automations/record-steps';
import { createTakeSend, type SendOptions } from '../src/automations/steps/send-step';
import { createReadStepContent } from '../src/automations/steps/step-content';
import { createTakeWebhook } from '../src/automations/steps/webhook-step';
import { createWalkRun, type WalkOptions } from '../src/automations/walk-run';

/** Where a worker may die: before or behind a commit of another part. */
export type Death = 'before accept' | 'behind accept' | 'before record' | 'behind record' | 'behind call';

export interface AutomationEngine {
  /** Claims what is due, once, and walks it until it waits, ends or "the worker dies". @returns how many it claimed */
  turn(): Promise<number>;
  /** The two halves of a turn: a worker may stand still between them. */
  claim(): Promise<readonly ClaimedRun[]>;
  walk(runs: readonly ClaimedRun[]): Promise<void>;
  /** At the next such place the worker does nothing more. */
  readonly dieAt: (death: Death) => void;
  /** Leases of the dead are over. */
  endLeases(): Promise<void>;
  close(): Promise<void>;
}

const leaseMs = 30_000;

/** The engine by hand: no loop, and a worker that dies at a chosen step. Everything else is real. */
export async function createAutomationEngine(context: TestContext): Promise<AutomationEngine> {
  const { pool } = context;
  const log = createLogger({ name: 'engine test', level: 'silent' });
  const moves = createRecordMoves({ pool, leaseMs });
  const worker = createMortalWorker();
  const { takeSend, close } = await startSending(context, worker);
  const call = createTakeWebhook({
    pool,
    dnsServers: [],
    allowLoopback: true,
    timeoutMs: 30_000,
    connectionsMax: 8,
  });
  const walking: WalkOptions = {
    ...{ pool, clock: systemClock, log, readVersion: createReadVersion(pool), onStep: () => undefined },
    moves: {
      ...moves,
      record: (move) => worker.around('record', () => moves.record(move)),
      recordWithin: (client, move) => moves.recordWithin(client, move),
      renew: (run) => moves.renew(run),
    },
    takeSend,
    takeWebhook: Object.assign(
      async (...given: Parameters<typeof call>) => {
        const result = await call(...given);
        await worker.dies('behind call');
        return result;
      },
      { close: () => call.close() },
    ),
  };
  const walk = createWalkRun(walking);
  const walkAll = async (runs: readonly ClaimedRun[]): Promise<void> => {
    const ended = Promise.all(runs.map((run) => walk(run, new AbortController().signal)));
    let hasEnded = false;
    void ended.then(() => (hasEnded = true));
    await eventually(() => hasEnded || worker.isDead());
  };
  return {
    turn: async () => {
      worker.revive();
      const runs = await claimDue(pool);
      await walkAll(runs);
      return runs.length;
    },
    claim: () => claimDue(pool),
    walk: walkAll,
    dieAt: worker.dieAt,
    endLeases: async () => {
      await pool.query(
        `UPDATE automation_runs SET lease_until = now() - interval '1 s' WHERE lease_until IS NOT NULL`,
      );
    },
    close: async () => {
      await moves.drain();
      await call.close();
      await close();
    },
  };
}

async function claimDue(pool: TestContext['pool']): Promise<readonly ClaimedRun[]> {
  const { ids } = await findOrganizationsWithDueRuns(pool);
  const shares = ids.map((organizationId) => ({ organizationId, runsMax: 50 }));
  return (await claimRuns(pool, { shares, leaseMs })).runs;
}

async function startSending(context: TestContext, worker: MortalWorker) {
  const { pool } = context;
  const log = createLogger({ name: 'engine test', level: 'silent' });
  const metrics = createMetrics();
  const redis = createRedis({ url: context.redisUrl, name: 'engine test', log, commandTimeoutMs: 60_000 });
  await eventually(() => redis.status === 'ready');
  const threads = createThreadPool({
    threadsMax: 2,
    heapMbMax: 128,
    waitingMax: 16,
    waitingMaxEach: 16,
    metrics,
  });
  const renderer = createRenderer({ threads, msPerSecond: 10_000 });
  const acceptEmails = createAcceptEmails({
    ...{ pool, clock: systemClock, metrics, log, publishJob: () => Promise.resolve(true) },
  });
  const sending: SendOptions = {
    ...{ pool, renderer, links: createPublicLinks(Buffer.from(testLinkSecret, 'base64')) },
    acceptEmails: {
      ...acceptEmails,
      one: (...given) => worker.around('accept', () => acceptEmails.one(...given)),
    },
    admissionControl: createAdmissionControl({ redis, pool, clock: systemClock, log, metrics }),
    readContent: createReadStepContent({ pool, renderer }),
    linkOrigin: { origin: 'http://127.0.0.1:4000', servesAll: true },
  };
  return {
    takeSend: createTakeSend(sending),
    close: async () => {
      await acceptEmails.drain();
      await threads.close();
      redis.disconnect();
    },
  };
}

type MortalWorker = ReturnType<typeof createMortalWorker>;

/** A dead process neither goes on nor tidies up. */
function createMortalWorker() {
  const never = new Promise<never>(() => undefined);
  let death: Death | undefined;
  let isDead = false;
  const dies = (place: Death): Promise<void> => {
    if (death !== place) return Promise.resolve();
    death = undefined;
    isDead = true;
    return never;
  };
  return {
    dies,
    around: async <T>(what: 'accept' | 'record', work: () => Promise<T>): Promise<T> => {
      await dies(`before ${what}`);
      const result = await work();
      await dies(`behind ${what}`);
      return result;
    },
    dieAt: (place: Death): void => {
      death = place;
    },
    revive: (): void => {
      isDead = false;
    },
    isDead: () => isDead,
  };
}
