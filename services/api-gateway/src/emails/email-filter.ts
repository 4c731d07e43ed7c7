import type { EmailStatus, FailureClass, Mode } from '@postrider/contracts';

export interface EmailFilter {
  readonly limit: number;
  /** Rows older than this id only. */
  readonly beforeId: string | null;
  /** Null: the whole organization. */
  readonly domainIds: readonly string[] | null;
  readonly status?: EmailStatus | undefined;
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
  /** With angle brackets. */
  readonly messageIdHeader?: string | undefined;
  /** Both ends belong to the range. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}
