import type { Broadcast, Topic, UpdateBroadcast } from '../../api/types';
import type { EmailDocument } from '../../editor/document-types';
import { inOrder } from '../../editor/in-order';
import { broadcastTexts } from '../../texts/broadcasts';
import { objectOf } from '../templates/sample-data';

/** A broadcast as the composer edits it. */
export interface BroadcastDraft {
  readonly name: string;
  readonly segment: string;
  readonly topic: string;
  readonly from: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly previewText: string;
  readonly source: 'own' | 'template';
  /** Null: the content is HTML and text. */
  readonly document: EmailDocument | null;
  readonly html: string;
  readonly text: string;
  readonly templateId: string;
  readonly templateData: string;
  readonly opens: boolean;
  readonly clicks: boolean;
  /** Null: its links get no UTM parameters. */
  readonly utm: Broadcast['utm'];
  readonly inArchive: boolean;
  readonly isTest: boolean;
  /** Subjects of the variants. */
  readonly variants: readonly string[];
  readonly percent: number;
  readonly waitMinutes: number;
  readonly metric: 'open' | 'click';
}

/** A step of the composer shows the draft and changes it. */
export interface StepProps {
  readonly draft: BroadcastDraft;
  readonly change: (changed: Partial<BroadcastDraft>) => void;
}

/** Whether the composer is open. It saves while one types, so what is scheduled is paused first: half a sentence could be sent. */
export const isEditable = ({ phase, paused_at: pausedAt }: Broadcast): boolean =>
  phase === 'draft' || (phase === 'scheduled' && pausedAt !== null);

/** Whether its time has come, and no email of it has been submitted yet. */
export const isDue = ({ phase, scheduled_at: at, paused_at: pausedAt }: Broadcast): boolean =>
  phase === 'scheduled' && at !== null && pausedAt === null && Date.parse(at) <= Date.now();

/** Address of its page, in the archive of its topic; null: it has none. */
export function archiveUrlOf(broadcast: Broadcast, topic: Topic | undefined): string | null {
  const { id, status, in_archive: inArchive, parent_id: parentId, counts } = broadcast;
  if (!topic?.archive_url || status !== 'sent' || !inArchive || parentId !== null) return null;
  return counts.sent === 0 ? null : `${topic.archive_url}/${id}`;
}

export const variantLetter = (index: number): string => String.fromCharCode(65 + index);

export function draftOf(broadcast: Broadcast): BroadcastDraft {
  const { template, ab_test: test, track } = broadcast;
  return {
    ...{ name: broadcast.name, segment: broadcast.segment_id, topic: broadcast.topic, from: broadcast.from },
    ...{ opens: track.opens, clicks: track.clicks, utm: broadcast.utm, inArchive: broadcast.in_archive },
    replyTo: broadcast.reply_to ?? '',
    subject: broadcast.subject ?? '',
    previewText: broadcast.preview_text ?? '',
    source: template === null ? 'own' : 'template',
    document: inOrder(broadcast.document),
    // Of a document, the API renders them: they are not edited.
    html: broadcast.document ? '' : (broadcast.html ?? ''),
    text: broadcast.document ? '' : (broadcast.text ?? ''),
    templateId: template?.id ?? '',
    templateData: JSON.stringify(template?.data ?? {}, null, 2),
    isTest: test !== null,
    variants: test?.variants.map(({ subject = '' }) => subject) ?? ['', ''],
    percent: test?.percent ?? 20,
    waitMinutes: test?.wait_minutes ?? 120,
    metric: test?.metric ?? 'open',
  };
}

/** Why it cannot be saved as it is. */
export function problemOf({ source, templateData, utm }: BroadcastDraft): string | null {
  if (utm !== null && Object.values(utm).some((value) => value.trim() === ''))
    return broadcastTexts.utm.missing;
  return source === 'template' && objectOf(templateData) === null ? broadcastTexts.content.invalidData : null;
}

const orNull = (value: string): string | null => (value === '' ? null : value);

/** What a PATCH sends: own content, or a template. */
export function updateOf(draft: BroadcastDraft): Omit<UpdateBroadcast, 'scheduled_at'> {
  const isOwn = draft.source === 'own' || draft.templateId === '';
  const test = {
    variants: draft.variants.map((subject) => (subject === '' ? {} : { subject })),
    ...{ percent: draft.percent, wait_minutes: draft.waitMinutes, metric: draft.metric },
  };
  const own = draft.document
    ? { document: draft.document }
    : { html: orNull(draft.html), text: orNull(draft.text) };
  const template = { id: draft.templateId, data: objectOf(draft.templateData) ?? {} };
  return {
    ...{ name: draft.name, segment_id: draft.segment, topic: draft.topic, from: draft.from },
    reply_to: orNull(draft.replyTo),
    preview_text: orNull(draft.previewText),
    track: { opens: draft.opens, clicks: draft.clicks },
    utm: draft.utm,
    in_archive: draft.inArchive,
    ...(isOwn
      ? { template: null, subject: orNull(draft.subject), ...own }
      : { template, subject: null, html: null, text: null }),
    ab_test: draft.isTest ? test : null,
  };
}
