import assert from 'node:assert';
import type { BroadcastMetric } from '@postrider/contracts/broadcasts';
import type { Pool } from '@postrider/db';
import type { ContentSource } from './personal-content';
import { findTemplateContent, type TemplateRef } from './template-content';

/** As the columns `template` and `ab_test` of a broadcast hold it. */
export interface BroadcastTemplate extends TemplateRef {
  /** Values of declared variables that are the same for all recipients. */
  readonly data?: Readonly<Record<string, unknown>>;
}

interface BroadcastVariant {
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
  readonly template?: BroadcastTemplate;
}

export interface BroadcastAbTest {
  readonly variants: readonly BroadcastVariant[];
  readonly percent: number;
  readonly waitMinutes: number;
  readonly metric: BroadcastMetric;
}

/** As the column `local_time` of a broadcast holds it: when each contact gets it, by its own clock. */
export interface BroadcastLocalTime {
  /** `09:00`. */
  readonly time: string;
  /** `2036-06-02`. */
  readonly date: string;
  /** Of contacts: their IANA time zone. */
  readonly property: string;
  /** Of contacts without a valid one. */
  readonly timezone: string;
}

/** What a broadcast says, by its columns. */
export interface BroadcastContent {
  readonly subject: string | null;
  readonly previewText: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly template: BroadcastTemplate | null;
  readonly abTest: BroadcastAbTest | null;
}

/**
 * The content for the recipients of a variant; without an A/B test, `variant` is null.
 * @returns null when its template is archived, unless it was sent before
 */
export async function findBroadcastContent(
  pool: Pool,
  {
    organizationId,
    content,
    wasSent = false,
  }: {
    readonly organizationId: string;
    readonly content: BroadcastContent;
    readonly wasSent?: boolean;
  },
  variant: number | null,
): Promise<ContentSource | null> {
  const { previewText, template, subject, html, text } = contentOfVariant(content, variant);
  if (template === null) return { subject, previewText, html, text, variables: [] };
  const { id, version, data = {} } = template;
  const found = await findTemplateContent(pool, organizationId, { id, version, wasSent });
  return found && { ...found.source, previewText, data };
}

/** The broadcast as if a variant were all that it says. */
export function contentOfVariant(content: BroadcastContent, variant: number | null): BroadcastContent {
  if (variant === null) return content;
  const chosen = content.abTest?.variants[variant];
  assert(chosen, 'a variant is one of those that the A/B test has');
  const { previewText } = content;
  if (chosen.template) {
    return { subject: null, html: null, text: null, previewText, template: chosen.template, abTest: null };
  }
  const { subject = content.subject } = chosen;
  // Bodies go together: beside html of its own, a variant would say something else in the other's text.
  const { html = null, text = null } =
    chosen.html === undefined && chosen.text === undefined ? content : chosen;
  return { subject, html, text, previewText, template: content.template, abTest: null };
}
