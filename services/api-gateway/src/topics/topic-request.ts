import assert from 'node:assert';
import type { Principal } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import { updateTopicRequest, type TopicResource } from '@postrider/contracts/topics';
import type { LinkOrigin } from '@postrider/runtime';
import { requireUnrestricted } from '../auth/principal-scope';
import { versionedBy } from '../http/object-version';
import type { RouteRequest } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { archivePath } from './archive-address';
import type { TopicName, TopicRow, TopicsRepository } from './topics.repository';

export const topicVersion = versionedBy(updateTopicRequest);

export interface TopicRouteOptions {
  readonly topics: TopicsRepository;
  readonly cursors: CursorCodec;
  /** Where archives are. */
  readonly publicUrl: LinkOrigin;
}

/** @throws AppError `forbidden_domain` */
export function requireTopicAuthor(principal: Principal): void {
  requireUnrestricted(principal, 'Topics apply to all domains of the organization.');
}

/**
 * The topic that a path names.
 * @throws AppError `not_found` for what Postgres could not even compare
 */
export function topicOf({
  principal,
  params: { slug },
}: Pick<RouteRequest<unknown, unknown, { readonly slug: string }>, 'principal' | 'params'>): TopicName {
  if (slug.includes('\0')) throw new AppError('not_found');
  return { organizationId: principal.organization.id, slug };
}

export function presentTopic(row: TopicRow, publicUrl: LinkOrigin): TopicResource {
  const { slug, archive } = row;
  return {
    object: 'topic',
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    default_opt_in: row.defaultOptIn,
    // By the column's CHECK.
    visibility: row.visibility as TopicResource['visibility'],
    archive,
    archive_url: archive ? publicUrl.origin + archivePath({ slug, archiveToken: tokenOf(row) }) : null,
    created_at: row.createdAt.toISOString(),
  };
}

function tokenOf({ archiveToken }: TopicRow): string {
  assert(archiveToken !== null, 'an archive has an address');
  return archiveToken;
}
