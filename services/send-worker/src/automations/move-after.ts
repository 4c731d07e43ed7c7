import { nextPosition } from '@postrider/audiences';
import type { AutomationDefinition, AutomationStep } from '@postrider/contracts/automations';
import { newId } from '@postrider/contracts/ids';
import { backOffMs } from '@postrider/runtime';
import type { ClaimedRun } from './claimed-run';
import type { Move } from './record-steps';
import type { StepResult } from './steps/step-result';

/** Tries of one step, by back-off: eight days of an organization that is paused. */
const attemptsMax = 200;
const laterBackOff = { baseMs: 30_000, maxMs: 3_600_000 } as const;

export interface StepTask {
  readonly run: ClaimedRun;
  readonly step: AutomationStep;
  readonly definition: AutomationDefinition;
}

/** Where a run stands after the result of its step. @param goesOn whether the next step is taken under the same claim */
export function moveAfter(task: StepTask, result: StepResult, goesOn: boolean): Move {
  const { run, step, definition } = task;
  const { type } = step;
  const stays = stayOf(run);
  switch (result.kind) {
    case 'taken': {
      const { outcome = 'done', detail = null, messageId = null, branch } = result;
      const taken = { type, outcome, detail, messageId };
      const position = nextPosition(definition, run.position, branch);
      if (position === null) return { ...stays, taken, status: 'completed' };
      if (!goesOn) return { ...stays, taken, position, dueInMs: 0 };
      return { ...stays, taken, position, keepsClaim: true, stepId: newId() };
    }
    case 'waits':
      return { ...stays, waits: true, dueInMs: result.forMs, waitingEvent: result.event };
    case 'later': {
      const attempts = run.attempts + 1;
      if (attempts < attemptsMax) return laterOf(run, result);
      return moveAfter(task, { kind: 'failed', detail: result.detail }, false);
    }
    case 'stopped': {
      const { detail, messageId = null } = result;
      return { ...stays, taken: { type, outcome: 'skipped', detail, messageId }, status: 'stopped', detail };
    }
    case 'failed': {
      const { detail } = result;
      return {
        ...stays,
        taken: { type, outcome: 'failed', detail, messageId: null },
        status: 'failed',
        detail,
      };
    }
  }
}

/** The step in hand is tried again. */
export function laterOf(run: ClaimedRun, result: Extract<StepResult, { kind: 'later' }>): Move {
  const attempts = run.attempts + 1;
  const dueInMs = result.inMs ?? backOffMs(attempts, laterBackOff);
  const stepId = result.keepsId ? run.stepId : null;
  return { ...stayOf(run), attempts, dueInMs, stepId, detail: result.detail };
}

/** A run that cannot even begin its step. */
export function failureOf(run: ClaimedRun, detail: string): Move {
  return { ...stayOf(run), status: 'failed', detail };
}

function stayOf(run: ClaimedRun): Move {
  return {
    ...{
      run,
      taken: null,
      status: 'running',
      position: run.position,
      dueInMs: null,
      keepsClaim: false,
      stepId: null,
    },
    ...{ waits: false, waitingEvent: null, attempts: 0, detail: null },
  };
}
