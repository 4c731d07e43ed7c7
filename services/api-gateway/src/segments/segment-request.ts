import assert from 'node:assert';
import { topicsOf, type SegmentCount, type SegmentTopic, type UnknownObject } from '@postrider/audiences';
import type { Principal } from '@postrider/contracts/access';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import {
  updateSegmentRequest,
  type SegmentFilter,
  type SegmentResource,
} from '@postrider/contracts/segments';
import { requireUnrestricted } from '../auth/principal-scope';
import type { ContactsRepository } from '../contacts/contacts.repository';
import { versionedBy } from '../http/object-version';
import type { RouteRequest } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import type { TopicsRepository } from '../topics/topics.repository';
import type { CountPreview, CountSegments } from './segment-counts';
import type { SegmentName, SegmentRow, SegmentsRepository } from './segments.repository';

export const segmentVersion = versionedBy(updateSegmentRequest);

export interface SegmentRouteOptions {
  readonly segments: SegmentsRepository;
  readonly topics: TopicsRepository;
  readonly countSegments: CountSegments;
  readonly countPreview: CountPreview;
  readonly contacts: Pick<ContactsRepository, 'list'>;
  readonly prepareFilter: (organizationId: string, filter: SegmentFilter) => Promise<readonly SegmentTopic[]>;
  readonly findUnknown: (organizationId: string, filter: SegmentFilter) => Promise<UnknownObject | null>;
  readonly cursors: CursorCodec;
}

/** @throws AppError `forbidden_domain` */
export function requireSegmentAuthor(principal: Principal): void {
  requireUnrestricted(principal, 'Segments apply to all domains of the organization.');
}

/**
 * The segment that a path names.
 * @throws AppError `not_found` for what cannot be an id
 */
export function segmentOf({
  principal,
  params: { id },
}: Pick<RouteRequest<unknown, unknown, { readonly id: string }>, 'principal' | 'params'>): SegmentName {
  if (!isId(id)) throw new AppError('not_found');
  return { organizationId: principal.organization.id, id };
}

/** @throws AppError `unknown_topic`, `validation_error` for a broadcast, a form or an import that there is not */
export async function requireKnown(
  { topics, findUnknown }: Pick<SegmentRouteOptions, 'topics' | 'findUnknown'>,
  organizationId: string,
  filter: SegmentFilter | undefined,
): Promise<void> {
  if (filter === undefined) return;
  const unknownObject = await findUnknown(organizationId, filter);
  if (unknownObject !== null) throw invalidField('filter', unknownObject.fault);
  const slugs = topicsOf(filter);
  if (slugs.length === 0) return;
  const known = new Set((await topics.findMany(organizationId, slugs)).map(({ slug }) => slug));
  const unknown = slugs.filter((slug) => !known.has(slug));
  if (unknown.length > 0)
    throw new AppError('unknown_topic', `There is no topic with the slug ${unknown.join(', ')}.`);
}

/** @throws AppError `not_found` */
export async function shownSegment(
  { countSegments }: SegmentRouteOptions,
  organizationId: string,
  row: SegmentRow | null,
): Promise<SegmentResource> {
  if (row === null) throw new AppError('not_found');
  const [count] = await countSegments(organizationId, [row]);
  assert(count !== undefined, 'a count for each filter');
  return presentSegment(row, count);
}

export function presentSegment(row: SegmentRow, counted: SegmentCount | null): SegmentResource {
  return {
    object: 'segment',
    id: row.id,
    name: row.name,
    filter: row.filter as SegmentResource['filter'],
    contact_count: counted?.count ?? null,
    counted_at: counted?.countedAt.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}
