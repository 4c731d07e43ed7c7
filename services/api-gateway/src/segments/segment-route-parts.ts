import {
  AppError,
  isId,
  type Principal,
  type SegmentFilter,
  type SegmentResource,
} from '@postrider/contracts';
import type { CursorCodec } from '../paging/cursor';
import type { TopicsRepository } from '../topics/topics.repository';
import { topicsOf, type CountSegments } from './count-segments';
import { presentSegment } from './segments.presenter';
import type { SegmentName, SegmentRow, SegmentsRepository } from './segments.repository';
import { requireUnrestricted } from '../auth/principal-scope';

export interface SegmentRouteParts {
  readonly segments: SegmentsRepository;
  readonly topics: TopicsRepository;
  readonly countSegments: CountSegments;
  readonly cursors: CursorCodec;
}

/** @throws AppError `forbidden_domain` */
export function requireSegmentAuthor(principal: Principal): void {
  requireUnrestricted(principal, 'Segments belong to every domain of the organization.');
}

/**
 * The segment that a path names.
 * @throws AppError `not_found` for what cannot be an id
 */
export function segmentOf(given: {
  readonly principal: Principal;
  readonly params: Readonly<Record<string, string>>;
}): SegmentName {
  const id = given.params['id'] ?? '';
  if (!isId(id)) throw new AppError('not_found');
  return { organizationId: given.principal.organization.id, id };
}

/** @throws AppError `unknown_topic` */
export async function requireKnownTopics(
  topics: TopicsRepository,
  organizationId: string,
  filter: SegmentFilter | undefined,
): Promise<void> {
  const slugs = filter === undefined ? [] : topicsOf(filter);
  if (slugs.length === 0) return;
  const known = new Set((await topics.findMany(organizationId, slugs)).map(({ slug }) => slug));
  const unknown = slugs.filter((slug) => !known.has(slug));
  if (unknown.length > 0) throw new AppError('unknown_topic', `No topic by the slug ${unknown.join(', ')}.`);
}

/** @throws AppError `not_found` */
export async function shownSegment(
  { countSegments }: SegmentRouteParts,
  organizationId: string,
  row: SegmentRow | null,
): Promise<SegmentResource> {
  if (row === null) throw new AppError('not_found');
  const [count = 0] = await countSegments(organizationId, [row.filter]);
  return presentSegment(row, count);
}
