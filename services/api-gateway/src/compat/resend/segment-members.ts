import type { ContactResource } from '@postrider/contracts/contacts';
import { invalidField } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import type { SegmentResource } from '@postrider/contracts/segments';
import type { Reply } from '../../http/reply';
import type { RunRoute } from './resend-call';

/*
 * Contacts are put into a segment of theirs one by one; ours has a filter. A segment made by their client filters by a
 * property of its own, which adding a contact sets and removing it clears.
 */
const memberProperty = /^resend_segment_/;

export function memberFilter(): object {
  return { all: [{ property: `resend_segment_${newId()}`, op: 'eq', value: true }] };
}

/** The property that makes contacts members; undefined for a segment with another filter. */
export function memberPropertyOf({ filter }: SegmentResource): string | undefined {
  const [condition] = filter.all as { readonly property?: string }[];
  const property = condition?.property;
  return property !== undefined && memberProperty.test(property) ? property : undefined;
}

/** Of the segment of the path. @throws AppError `validation_error` when it has another filter */
export async function requireMemberProperty(run: RunRoute): Promise<string> {
  const property = memberPropertyOf((await run('readSegment')).body as SegmentResource);
  if (property !== undefined) return property;
  const text = 'the filter of this segment decides who is in it: change it with PATCH /api/v1/segments/{id}';
  throw invalidField('segment_id', text);
}

/** Adds the contact of the path to the segment of the path; null removes it. */
export async function setMembership(value: true | null, run: RunRoute): Promise<Reply> {
  const property = await requireMemberProperty(run);
  const { email } = (await run('readContact')).body as ContactResource;
  const reply = await run('upsertContact', { body: { email, properties: { [property]: value } } });
  return { ...reply, status: 200 };
}

/** Without those that keep memberships. */
export function visibleProperties(properties: ContactResource['properties']): ContactResource['properties'] {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !memberProperty.test(name)));
}
