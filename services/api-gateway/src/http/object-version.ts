import { createHash } from 'node:crypto';
import { AppError, invalidField, type LastChange } from '@postrider/contracts/errors';
import type { Reply } from './reply';

/**
 * An object that several people may edit at a time. Its version is a digest of the fields that an update can change, so whatever writes
 * one of them makes another version, also a service of the release before, and counts that change by themselves make none.
 */
export interface Versioned {
  /** In the order of the digest. */
  readonly fields: readonly string[];
}

/**
 * @param update schema of the PATCH body: what it can change and the answer shows is part of the version
 * @param further fields of the answer that the body changes under another name
 */
export function versionedBy(
  update: { readonly shape: Readonly<Record<string, unknown>> },
  further: readonly string[] = [],
): Versioned {
  return { fields: [...Object.keys(update.shape), ...further] };
}

export interface VersionedObject {
  readonly id: string;
}

/** What `If-Match` asks for (RFC 9110, section 13.1.1). */
export interface RequestedVersion {
  /** The request names the version that its author has seen. */
  readonly isNamed: boolean;
  /** @param current the object as GET shows it, read under the lock under which it is changed @throws AppError `version_conflict` */
  readonly require: (current: VersionedObject) => void;
}

const anyVersion: RequestedVersion = { isNamed: false, require: () => undefined };

/**
 * A weak ETag is accepted as if it were strong: proxies that compress an answer weaken the ETag, and it names a version of the object, not
 * the bytes of an answer.
 */
const entityTags = /^\s*(?:W\/)?"[\x21\x23-\x7e]*"\s*(?:,\s*(?:W\/)?"[\x21\x23-\x7e]*"\s*)*$/;

/** @throws AppError `validation_error` naming the header */
export function requestedVersion(versioned: Versioned | undefined, header: unknown): RequestedVersion {
  if (versioned === undefined || header === undefined) return anyVersion;
  if (typeof header !== 'string' || (header.trim() !== '*' && !entityTags.test(header)))
    throw invalidField('If-Match', 'must be the ETag of a GET response, such as "5rGhBXJmTdYpVRh2"');
  if (header.trim() === '*') return anyVersion;
  const accepted = new Set(header.match(/"[^"]*"/g));
  return {
    isNamed: true,
    require: (current) => {
      if (!accepted.has(entityTag(versioned, current))) throw new OtherVersion(current.id);
    },
  };
}

/** Null: nothing is known of an object that is older than the audit log. */
export type FindLastChange = (organizationId: string, objectId: string) => Promise<LastChange | null>;

/** Becomes `version_conflict` with who made the version, once the transaction that found it has ended. */
class OtherVersion extends Error {
  override readonly name = 'OtherVersion';
  constructor(readonly objectId: string) {
    super('the object has another version');
  }
}

/** @throws AppError `version_conflict` */
export async function answerVersioned(
  versioned: Versioned,
  handle: () => Promise<Reply>,
  findLastChange: (id: string) => Promise<LastChange | null>,
): Promise<Reply> {
  try {
    const reply = await handle();
    const etag = entityTag(versioned, reply.body as VersionedObject);
    return { ...reply, headers: { ...reply.headers, etag } };
  } catch (error) {
    if (!(error instanceof OtherVersion)) throw error;
    const lastChange = await findLastChange(error.objectId);
    throw new AppError('version_conflict', undefined, { lastChange: lastChange ?? undefined });
  }
}

function entityTag({ fields }: Versioned, object: object): string {
  const values = object as Readonly<Record<string, unknown>>;
  const editable = JSON.stringify(fields.map((field) => values[field] ?? null));
  return `"${createHash('sha256').update(editable).digest('base64url').slice(0, 22)}"`;
}
