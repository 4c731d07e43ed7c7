import { deadLettersShownMax, type DeadLetterResource } from '@postrider/contracts/console';
import type { DeadLetter, DeadLetters } from '@postrider/messaging';
import { changeDeadLetters, type DeadLetterChange } from '@postrider/operator';
import { createSemaphore } from '@postrider/runtime';
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { operatorEndpoints as endpoints } from '../endpoints/operator.endpoints';
import { withDeadLetters } from './dead-letters';
import { loginOf, type OperatorRouteOptions } from './platform';

/** Each is confirmed by the broker by itself, within some milliseconds. */
const lettersOfRequestMax = 100;

export function deadLetterRoutes({ pool, openDeadLetters }: OperatorRouteOptions): ConsoleRoute[] {
  const inTurn = createInTurn(openDeadLetters);
  const change = ({ dry_run: dryRun, ...given }: Change) =>
    inTurn(async (deadLetters) => {
      const { queue, limit } = given;
      const most = dryRun ? limit : Math.min(limit, lettersOfRequestMax);
      const letters = await changeDeadLetters({ pool, deadLetters }, { ...given, limit: most, dryRun });
      const remaining = dryRun || letters < most ? 0 : limit - letters;
      return { queue, dry_run: dryRun, letters, remaining };
    });
  return [
    consoleRoute(endpoints.listDeadLetters, ({ query: { queue } }) =>
      inTurn(async (deadLetters) => {
        const letters = queue === undefined ? [] : await deadLetters.inspect(queue, deadLettersShownMax);
        const queues = await deadLetters.counts();
        return { body: { object: 'dead_letters' as const, queues, letters: letters.map(present) } };
      }),
    ),
    consoleRoute(endpoints.redriveDeadLetters, async ({ session, body }) => {
      const result = await change({ change: 'redrive', ...body, operator: loginOf(session) });
      return { body: { object: 'dead_letter_redrive' as const, ...result } };
    }),
    consoleRoute(endpoints.discardDeadLetters, async ({ session, body }) => {
      const result = await change({ change: 'discard', ...body, operator: loginOf(session) });
      return { body: { object: 'dead_letter_discard' as const, ...result } };
    }),
  ];
}

type Change = Omit<DeadLetterChange, 'dryRun'> & { readonly dry_run: boolean };

/** One at a time: while one looks at dead letters, another would not count them. */
function createInTurn(open: OperatorRouteOptions['openDeadLetters']) {
  const turns = createSemaphore({ permits: 1 });
  return <T>(work: (deadLetters: DeadLetters) => Promise<T>): Promise<T> =>
    turns.run({ priority: 0, owner: '' }, () => withDeadLetters(open, work));
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
