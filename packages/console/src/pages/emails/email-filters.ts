import { useMemo } from 'react';
import { readAll } from '../../api/reads';
import type { EmailStatus, FailureClass } from '../../api/types';
import { useScope } from '../../session/scope';
import { emails } from '../../texts/emails';
import type { Filter } from '../../ui/filter-bar';
import type { Filters } from '../../ui/use-filters';
import { useKeyOptions } from '../../ui/use-key-options';

const { filters: words } = emails;

const statuses: readonly EmailStatus[] = [
  ...(['queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed'] as const),
  ...(['suppressed', 'canceled', 'unconfirmed'] as const),
];
const failureClasses: readonly FailureClass[] = [
  ...(['recipient', 'domain', 'inactive', 'full', 'no_answer', 'routing', 'auth', 'policy'] as const),
  ...(['block', 'rate', 'content', 'size', 'system', 'expired', 'unsendable', 'platform', 'other'] as const),
];

export const emailFilterNames = [
  ...(['to', 'subject', 'status', 'kind', 'tag', 'metadata', 'message_id', 'since', 'until'] as const),
  ...(['domain', 'failure_class', 'key', 'template', 'broadcast'] as const),
] as const;
export type EmailFilterName = (typeof emailFilterNames)[number];

/** Filters of the list of emails. What keys, templates and broadcasts there are is read when the filter is opened. */
export function useEmailFilters(): readonly Filter<EmailFilterName>[] {
  const { api } = useScope();
  const keys = useKeyOptions();
  return useMemo(() => {
    const domains = async () =>
      (await readAll(api, '/domains')).map(({ name }) => ({ value: name, label: name }));
    const templates = async () =>
      (await readAll(api, '/templates')).map(({ slug, name }) => ({ value: slug, label: name }));
    const broadcasts = async () =>
      (await readAll(api, '/broadcasts')).map(({ id, name }) => ({ value: id, label: name }));
    return [
      { name: 'to', label: words.to, wide: true },
      { name: 'status', label: words.status, options: statuses },
      { name: 'domain', label: words.domain, load: domains },
      { name: 'subject', label: words.subject },
      { name: 'failure_class', label: words.failureClass, options: failureClasses, rare: true },
      { name: 'kind', label: words.kind, rare: true },
      { name: 'tag', label: words.tag, rare: true },
      { name: 'metadata', label: words.metadata, rare: true },
      { name: 'message_id', label: words.messageId, rare: true },
      { name: 'key', label: words.key, load: keys, rare: true },
      { name: 'template', label: words.template, load: templates, rare: true },
      { name: 'broadcast', label: words.broadcast, load: broadcasts, rare: true },
    ];
  }, [api, keys]);
}

/** As the API takes them: a value of the address that it does not know is its to refuse. */
export function emailQuery(filters: Filters<EmailFilterName>) {
  return {
    ...filters,
    status: filters.status as EmailStatus | undefined,
    failure_class: filters.failure_class as FailureClass | undefined,
  };
}

/** The id of the broadcast that an email of this kind is of. */
export function broadcastIdOf(kind: string | null): string | undefined {
  return /^broadcast\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(kind ?? '')?.[1];
}
