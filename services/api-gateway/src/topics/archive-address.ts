import { randomBytes } from 'node:crypto';

/** Where the archive of a topic is. */
export interface ArchiveAddress {
  readonly slug: string;
  readonly archiveToken: string;
}

/** 64 random bits: the address of one archive does not help to guess another. */
export function newArchiveToken(): string {
  return randomBytes(8).toString('hex');
}

export function archivePath({ slug, archiveToken }: ArchiveAddress): string {
  return `/a/${slug}-${archiveToken}`;
}

const pathForm = /^\/a\/([a-z0-9._-]{1,64})-([0-9a-f]{16})(?:\/([^/]{1,40}))?$/;

/** Null: it is no address of an archive, or of something below it. */
export function readArchivePath(
  path: string,
): { readonly address: ArchiveAddress; readonly below: string | null } | null {
  const [, slug, archiveToken, below = null] = pathForm.exec(path) ?? [];
  return slug === undefined || archiveToken === undefined ? null : { address: { slug, archiveToken }, below };
}
