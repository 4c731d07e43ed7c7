import { AppError, type Principal } from '@postrider/contracts';
import type { CursorCodec } from '../paging/cursor';
import type { TopicName, TopicsRepository } from './topics.repository';
import { requireUnrestricted } from '../auth/principal-scope';

export interface TopicRouteParts {
  readonly topics: TopicsRepository;
  readonly cursors: CursorCodec;
}

/** @throws AppError `forbidden_domain` */
export function requireTopicAuthor(principal: Principal): void {
  requireUnrestricted(principal, 'Topics belong to every domain of the organization.');
}

/**
 * The topic that a path names.
 * @throws AppError `not_found` for what Postgres could not even compare
 */
export function topicOf(given: {
  readonly principal: Principal;
  readonly params: Readonly<Record<string, string>>;
}): TopicName {
  const slug = given.params['slug'] ?? '';
  if (slug.includes('\0')) throw new AppError('not_found');
  return { organizationId: given.principal.organization.id, slug };
}
