import { stepAt } from '@postrider/audiences';
import type { AutomationStep } from '@postrider/contracts/automations';
import type { Pool } from '@postrider/db';
import { isEngineUnavailable, type Clock, type Logger } from '@postrider/runtime';
import type { ReadVersion } from './definitions';
import type { ClaimedRun } from './claimed-run';
import { failureOf, laterOf, moveAfter, type StepTask } from './move-after';
import { releaseRun, runAfter, type Move, type RecordMoves, type TakenStep } from './record-steps';
import { takeCondition } from './steps/condition-step';
import type { TakeSend } from './steps/send-step';
import type { StepResult } from './steps/step-result';
import { takeUpdateContact } from './steps/update-contact-step';
import { takeWait, takeWaitUntil } from './steps/wait-step';
import type { TakeWebhook } from './steps/webhook-step';

export type StepOutcome = TakenStep['outcome'] | 'waits' | 'later';

export interface WalkOptions {
  readonly pool: Pool;
  readonly moves: RecordMoves;
  readonly readVersion: ReadVersion;
  readonly takeSend: TakeSend;
  readonly takeWebhook: TakeWebhook;
  /** Called after each step that was tried. */
  readonly onStep: (type: AutomationStep['type'], outcome: StepOutcome) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Takes the steps of one run until it waits, ends, has had its turn, or is to close. Never rejects. */
export type WalkRun = (run: ClaimedRun, closing: AbortSignal) => Promise<void>;

/** In one task: then others get their turn. */
const stepsPerTurnMax = 20;
/** Workers that die with the same step in hand, each a lease after the other: then it is the step that kills them. */
const crashesMax = 10;

export function createWalkRun(options: WalkOptions): WalkRun {
  return async (held, closing) => {
    let run: ClaimedRun | null = held;
    try {
      for (let taken = 1; run !== null; taken += 1) {
        run = await takeStep(options, run, () => taken < stepsPerTurnMax && !closing.aborted);
      }
    } catch (error) {
      await putAside(options, run ?? held, error);
    }
  };
}

/** A fault of ours, or of an engine: the same step under the same id, after a while. Other runs go on. */
async function putAside({ pool, moves, log }: WalkOptions, run: ClaimedRun, error: unknown): Promise<void> {
  const ids = { run_id: run.id, automation_id: run.automationId, position: run.position };
  // The end of its lease brings it back.
  if (isEngineUnavailable(error))
    return log.warn({ err: error, ...ids }, 'an automation step is waiting for an engine');
  log.error({ err: error, ...ids }, 'an automation step failed');
  const later = { kind: 'later', detail: 'internal_error', inMs: null, keepsId: true } as const;
  try {
    if (!(await moves.record(laterOf(run, later)))) await releaseRun(pool, run);
  } catch (failure) {
    log.warn({ err: failure, ...ids }, 'a run waits for the end of its lease');
  }
}

/** @returns the run where it goes on under this claim; null: it does not */
async function takeStep(
  options: WalkOptions,
  run: ClaimedRun,
  goesOn: () => boolean,
): Promise<ClaimedRun | null> {
  const { pool, moves, readVersion, onStep } = options;
  const { definition, apiKeyId } = await readVersion(run);
  if (definition === null || run.crashes > crashesMax) {
    await moves.record(failureOf(run, definition === null ? 'invalid_definition' : 'crashed'));
    return null;
  }
  const task = { run, step: stepAt(definition, run.position), definition, apiKeyId, goesOn };
  const move = await takeAndRecord(options, task);
  if (move === 'lost') {
    // Another claim has it by now, or an event woke it at this moment: it is read again.
    await releaseRun(pool, run);
    return null;
  }
  onStep(task.step.type, move.taken?.outcome ?? (move.waits ? 'waits' : 'later'));
  return move.keepsClaim ? runAfter(move) : null;
}

interface TurnTask extends StepTask {
  readonly apiKeyId: string;
  readonly goesOn: () => boolean;
}

/** @returns `lost`: the run is another claim's, and nothing was done or recorded */
async function takeAndRecord(options: WalkOptions, task: TurnTask): Promise<Move | 'lost'> {
  const { moves } = options;
  const result = await take(options, task);
  if (result === 'lost') return 'lost';
  if ('recorded' in result) return result.recorded;
  const move = moveAfter(task, result, task.goesOn());
  return (await moves.record(move)) ? move : 'lost';
}

/** A change of a contact is recorded with it. */
type Recorded = { readonly recorded: Move };

async function take(options: WalkOptions, task: TurnTask): Promise<StepResult | Recorded | 'lost'> {
  const { pool, moves, takeSend, takeWebhook, clock } = options;
  const { run, step, definition, apiKeyId } = task;
  switch (step.type) {
    case 'wait':
      return takeWait(run, step, clock.now());
    case 'wait_until':
      return takeWaitUntil(run, step, clock.now());
    case 'condition':
      return takeCondition(pool, run, step);
    case 'send':
      return takeSend({ run, step, apiKeyId, event: definition.trigger.event });
    case 'webhook':
      // A call cannot be undone: a worker that stood still for longer than its lease has lost the run, and makes none.
      return (await moves.renew(run)) ? takeWebhook(run, step, definition) : 'lost';
    case 'update_contact': {
      const done = moveAfter(task, { kind: 'taken' }, task.goesOn());
      const result = await takeUpdateContact({ pool, moves }, { run, step, done });
      return result === 'recorded' ? { recorded: done } : result;
    }
  }
}
