import { parseStoredFilter } from '@postrider/audiences';
import type { Principal, SendingDomain } from '@postrider/contracts/access';
import type { BroadcastUtm } from '@postrider/contracts/broadcasts';
import { AppError, invalidField, validationError, type FieldProblem } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { addressProblems, authorizeDomain, checkBulk, checkTracking, parseFrom } from '@postrider/submission';
import type { SegmentsRepository } from '../segments/segments.repository';
import type { TopicsRepository } from '../topics/topics.repository';
import type { BroadcastFields } from './broadcast-row';
import type { CheckContent, WantedContent } from './check-content';

/** What a broadcast is to be, whole: as it is created, or as it becomes by a change. */
export interface WantedBroadcast extends WantedContent {
  readonly name: string;
  readonly segment_id: string;
  readonly topic: string;
  readonly from: string;
  readonly reply_to: string | null;
  readonly utm: BroadcastUtm | null;
  readonly in_archive: boolean;
  readonly track: { readonly opens?: boolean | undefined; readonly clicks?: boolean | undefined };
}

/**
 * @throws AppError `validation_error`, `invalid_from`, `forbidden_domain`, `unknown_domain`, `domain_not_verified`,
 * `stream_mismatch`, `unknown_topic`, `unknown_segment`, `invalid_segment`, `template_not_found`, `template_variables`
 */
export type CheckBroadcast = (principal: Principal, wanted: WantedBroadcast) => Promise<BroadcastFields>;

/** Every check of a broadcast, in the order in which its owner can mend them; the costly ones last. */
export function createCheckBroadcast(options: {
  readonly topics: Pick<TopicsRepository, 'find'>;
  readonly segments: Pick<SegmentsRepository, 'find'>;
  readonly checkContent: CheckContent;
}): CheckBroadcast {
  const { topics, segments, checkContent } = options;
  return async (principal, wanted) => {
    const organizationId = principal.organization.id;
    const problems = [...shapeProblems(wanted), ...replyToProblems(wanted.reply_to)];
    if (problems.length > 0) throw validationError(problems);
    const from = parseFrom(wanted.from);
    const domain = authorizeDomain(principal, from.domain);
    checkBulk('broadcast.', 1, domain);
    const tracking = trackingOf(wanted, domain);
    const topic = await topics.find({ organizationId, slug: wanted.topic });
    if (topic === null) throw new AppError('unknown_topic');
    await requireSegment(segments, organizationId, wanted.segment_id);
    const content = await checkContent(organizationId, wanted);
    return {
      ...content,
      document: wanted.document,
      name: wanted.name,
      segmentId: wanted.segment_id,
      topicId: topic.id,
      domainId: domain.id,
      fromHeader: wanted.from.trim(),
      fromAddress: from.address,
      replyTo: wanted.reply_to,
      utm: wanted.utm,
      trackOpens: tracking.opens,
      trackClicks: tracking.clicks,
      inArchive: wanted.in_archive,
    };
  };
}

/** @throws AppError `unknown_segment`, `invalid_segment` */
export async function requireSegment(
  segments: Pick<SegmentsRepository, 'find'>,
  organizationId: string,
  id: string,
): Promise<void> {
  const segment = isId(id) ? await segments.find({ organizationId, id }) : null;
  if (segment === null) throw new AppError('unknown_segment');
  if (parseStoredFilter(segment.filter) === null) throw new AppError('invalid_segment');
}

/**
 * Tracks opens and clicks by default where the domain's tracking host is verified: opens decide tests and resends.
 * @throws AppError `validation_error` naming `track` or `ab_test.metric`
 */
function trackingOf({ track, ab_test: test }: WantedBroadcast, domain: SendingDomain) {
  const { opens = domain.trackingVerified, clicks = domain.trackingVerified } = track;
  const tracking = checkTracking({ opens, clicks }, 1, domain);
  if (test === null || tracking[test.metric === 'open' ? 'opens' : 'clicks']) return tracking;
  const message = domain.trackingVerified
    ? 'cannot decide the test because it is not tracked: omit track, or choose the other metric'
    : `cannot be measured: the tracking host of ${domain.name} is not verified (see GET /domains/${domain.id})`;
  throw invalidField('ab_test.metric', message);
}

function shapeProblems(wanted: WantedBroadcast): FieldProblem[] {
  const { subject, document, html, text, template, ab_test: test } = wanted;
  // What was rendered from a document is named by the document.
  const given = document === null ? { subject, html, text } : { subject, document };
  const problems: FieldProblem[] = [];
  if (template !== null) {
    for (const [path, value] of Object.entries(given)) {
      if (value !== null) problems.push({ path, message: beside });
    }
  } else {
    if (subject === null) problems.push({ path: 'subject', message: 'required' });
    if (html === null && text === null) problems.push({ path: 'html', message: 'html or text is required' });
  }
  if (template === null || test === null) return problems;
  // A template gives subject and bodies together.
  const inVariants = test.variants.flatMap((variant, index) =>
    (['subject', 'html', 'text'] as const)
      .filter((field) => variant[field] !== undefined)
      .map((field) => ({ path: `ab_test.variants[${index}].${field}`, message: beside })),
  );
  return [...problems, ...inVariants];
}

const beside = 'cannot be combined with template';

function replyToProblems(replyTo: string | null): FieldProblem[] {
  return replyTo === null ? [] : addressProblems({ reply_to: replyTo });
}
