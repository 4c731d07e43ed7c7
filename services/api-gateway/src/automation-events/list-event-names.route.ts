import { eventNameList, segmentEntered } from '@postrider/contracts/automations';
import { isContactEventType } from '@postrider/contracts/events';
import type { Pool } from '@postrider/db';
import { defineRoute, type Route } from '../http/route';

const namesMax = 100;

/** Each name by one look into the index, however many events have it. */
const namesSql = `
WITH RECURSIVE name AS (
  (SELECT event, 1 AS number FROM automation_events WHERE organization_id = $1 ORDER BY event LIMIT 1)
  UNION ALL
  SELECT (SELECT e.event FROM automation_events e
    WHERE e.organization_id = $1 AND e.event > n.event ORDER BY e.event LIMIT 1), n.number + 1
  FROM name n WHERE n.event IS NOT NULL AND n.number < ${namesMax + 10}
)
SELECT event FROM name WHERE event IS NOT NULL`;

export function listEventNamesRoute({ pool }: { readonly pool: Pool }): Route {
  return defineRoute({
    operationId: 'listEventNames',
    method: 'GET',
    path: '/events/names',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'List event names',
    description: 'Returns the names of events that were posted in the last 90 days, without contact events.',
    tag: 'Automations',
    success: { status: 200, schema: eventNameList },
    errors: [],
    handle: async ({ principal }) => {
      const { rows } = await pool.query<{ event: string }>({
        name: 'automation-events.list-names',
        text: namesSql,
        values: [principal.organization.id],
      });
      const names = rows
        .map(({ event }) => event)
        .filter((event) => !isContactEventType(event) && event !== segmentEntered);
      const data = names.slice(0, namesMax).map((event) => ({ object: 'event_name' as const, event }));
      return { status: 200, body: { object: 'list' as const, data } };
    },
  });
}
