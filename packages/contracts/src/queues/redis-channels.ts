/** On Redis: the organization whose webhook endpoints have changed. */
export const webhookEndpointsChannel = 'postrider:webhook-endpoints';

/** On Redis: what has changed for open pages of the console, as `ConsoleChanges` in JSON. */
export const consoleChangesChannel = 'postrider:console-changes';

export type ConsoleChangeKind = 'email';

/** Kind and id of what has changed, and its sending domain. An id of null: more than could be listed. */
export type ConsoleChange = readonly [kind: ConsoleChangeKind, id: string | null, domainId: string];

/** By organization. */
export type ConsoleChanges = Readonly<Record<string, readonly ConsoleChange[]>>;
