import type { Principal } from '@postrider/contracts/access';
import type { ExportEmailsQuery } from '@postrider/contracts/emails';
import { invalidField } from '@postrider/contracts/errors';
import type { FailureClass } from '@postrider/contracts/outcomes';
import type { EmailStatus, Mode } from '@postrider/contracts/statuses';
import { normaliseAddress, parseMailbox } from '@postrider/mail';
import { readableDomain } from '../auth/principal-scope';
import type { PageStart } from '../paging/page';

export interface EmailFilter {
  readonly limit: number;
  /** Rows older than this id only. */
  readonly beforeId: string | null;
  /** Null: the whole organization. */
  readonly domainIds: readonly string[] | null;
  readonly status?: EmailStatus | undefined;
  /** Only these emails, in one of the statuses. */
  readonly ids?: readonly string[] | undefined;
  readonly statuses?: readonly EmailStatus[] | undefined;
  /** Only those that sending can still change: queued or in the hands of a worker. */
  readonly isOpen?: true;
  /** `normaliseAddress` form of an address of the `to` list. */
  readonly toKey?: string | undefined;
  readonly kind?: string | undefined;
  readonly keyId?: string | undefined;
  /** Id or slug. */
  readonly template?: string | undefined;
  /** Emails of broadcasts only. */
  readonly source?: 'broadcast' | undefined;
  readonly failureClass?: FailureClass | undefined;
  readonly mode?: Mode | undefined;
  readonly subject?: string | undefined;
  /** `name`, or `name:value`; either may hold colons. */
  readonly tag?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Of the key that asks: a test key may ask for metadata of test messages only. */
  readonly metadataMode?: Mode;
  /** Only those whose content is kept. */
  readonly isKept?: true;
  /** In the subject, the sender, a `to` address or the beginning of the content, in either case. */
  readonly words?: string | undefined;
  /** With angle brackets. */
  readonly messageIdHeader?: string | undefined;
  /** Both ends belong to the range. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** @throws AppError `validation_error`, `unknown_domain` */
export function emailFilterOf(query: ExportEmailsQuery, principal: Principal, start: PageStart): EmailFilter {
  const { status, to, kind, broadcast, mode, subject, tag, metadata, since, until } = query;
  return {
    ...start,
    domainIds:
      query.domain === undefined ? principal.domainIds : [readableDomain(principal, query.domain).id],
    status,
    // Emails of a broadcast have a kind of their own; others may have been given the same.
    kind: broadcast === undefined ? kind : `broadcast.${broadcast.toLowerCase()}`,
    source: broadcast === undefined ? undefined : 'broadcast',
    keyId: query.key,
    template: query.template,
    failureClass: query.failure_class,
    mode,
    subject,
    tag,
    metadata: metadata === undefined ? undefined : entryOf(metadata),
    // What a test key does not see of live mail it cannot ask for either.
    metadataMode: principal.mode,
    messageIdHeader: query.message_id === undefined ? undefined : bracketed(query.message_id),
    toKey: to === undefined ? undefined : addressKey(to),
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  };
}

function entryOf(metadata: string): Readonly<Record<string, string>> {
  const colon = metadata.indexOf(':');
  return { [metadata.slice(0, colon)]: metadata.slice(colon + 1) };
}

function bracketed(messageId: string): string {
  return messageId.startsWith('<') ? messageId : `<${messageId}>`;
}

function addressKey(to: string): string {
  if (!parseMailbox(to).ok) throw invalidField('to', 'not an email address');
  return normaliseAddress(to);
}
