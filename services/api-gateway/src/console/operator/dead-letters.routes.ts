import {
  deadLetterDiscard,
  deadLetterList,
  deadLetterRedrive,
  deadLettersShownMax,
  discardDeadLettersRequest,
  listDeadLettersQuery,
  redriveDeadLettersRequest,
  type DeadLetterResource,
} from '@postrider/contracts/console';
import type { DeadLetter } from '@postrider/messaging';
import { changeDeadLetters, type DeadLetterChange } from '@postrider/operator';
import { operatorRoute } from '../console-route';
import type { ConsoleTools } from '../console-tools';
import { loginOf } from './platform';

/** Each is confirmed by the broker by itself, within some milliseconds; what is not done by then is left to the next request. */
const ofRequest = { lettersMax: 100, durationMaxMs: 10_000 };

export const deadLetterRoutes = [
  operatorRoute({
    operationId: 'listDeadLetters',
    method: 'GET',
    path: '/operator/dead-letters',
    query: listDeadLettersQuery,
    summary: 'List dead letters',
    description:
      'Returns the dead letters of all queues as counts, and the oldest of one queue with reason and ids, without their content. They stay in the queue.',
    success: { status: 200, schema: deadLetterList },
    errors: [],
    handle: ({ query: { queue } }, { deadLetters }) =>
      deadLetters.useInTurn(async (opened) => {
        const letters = queue === undefined ? [] : await opened.inspect(queue, deadLettersShownMax);
        const queues = await opened.counts();
        return { body: { object: 'dead_letters' as const, queues, letters: letters.map(present) } };
      }),
  }),
  operatorRoute({
    operationId: 'redriveDeadLetters',
    method: 'POST',
    path: '/operator/dead-letters/redrive',
    body: redriveDeadLettersRequest,
    summary: 'Requeue dead letters',
    description:
      'Requeues dead letters of a queue, oldest first, or counts them exactly. A request requeues up to 100; `remaining` continues. The audit log of the operator records it.',
    success: { status: 200, schema: deadLetterRedrive },
    errors: [],
    handle: async ({ session, body }, tools) => {
      const result = await change(tools, { change: 'redrive', ...body, operator: loginOf(session) });
      return { body: { object: 'dead_letter_redrive' as const, ...result } };
    },
  }),
  operatorRoute({
    operationId: 'discardDeadLetters',
    method: 'POST',
    path: '/operator/dead-letters/discard',
    body: discardDeadLettersRequest,
    summary: 'Delete dead letters',
    description:
      'Deletes dead letters of a queue for good, oldest first, or counts them exactly. A request deletes up to 100; `remaining` continues. The audit log of the operator records it with its reason.',
    success: { status: 200, schema: deadLetterDiscard },
    errors: [],
    handle: async ({ session, body }, tools) => {
      const result = await change(tools, { change: 'discard', ...body, operator: loginOf(session) });
      return { body: { object: 'dead_letter_discard' as const, ...result } };
    },
  }),
];

type Change = Omit<DeadLetterChange, 'dryRun'> & { readonly dry_run: boolean };

function change({ pool, deadLetters }: ConsoleTools, { dry_run: dryRun, ...given }: Change) {
  return deadLetters.useInTurn(async (opened) => {
    const changed = await changeDeadLetters(
      { pool, deadLetters: opened },
      { ...given, perCall: ofRequest, dryRun },
    );
    return { queue: given.queue, dry_run: dryRun, ...changed };
  });
}

const idsShownMax = 3;
const namesShownMax = 10;
/** Of texts that another version, or a bug, may have made long. */
const charsMax = 300;

function present({ reason, at, ids }: DeadLetter): DeadLetterResource {
  const named = Object.entries(ids).slice(0, namesShownMax);
  return {
    reason: reason.slice(0, charsMax),
    at: at ?? null,
    ids: named.map(([name, values]) => ({
      name: name.slice(0, charsMax),
      ids: values.slice(0, idsShownMax).map((id) => id.slice(0, charsMax)),
      more: Math.max(0, values.length - idsShownMax),
    })),
  };
}
