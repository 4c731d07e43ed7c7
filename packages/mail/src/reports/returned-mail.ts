import { automaticMail } from '../replies/automatic-mail';
import type { BounceReport } from './bounce-report';
import { bounceReportOf } from './bounce-report';
import { readReportParts } from './report-parts';

/** What came back to a return path. */
export type ReturnedMail =
  | { readonly kind: 'bounce_report'; readonly report: BounceReport }
  /** An absence note, a receipt, a challenge: nothing about the delivery follows from it. */
  | { readonly kind: 'automatic_reply' }
  /** Text that is no report we know, perhaps of a person. */
  | { readonly kind: 'unrecognised' }
  /** Not MIME, or beyond the limits of what is read. */
  | { readonly kind: 'unreadable' };

/** Reads what came to a return path; never throws, whatever it is made of. */
export async function readReturnedMail(raw: Uint8Array): Promise<ReturnedMail> {
  const parts = await readReportParts(raw);
  if (parts === null) return { kind: 'unreadable' };
  const report = bounceReportOf(parts);
  if (report !== null) return { kind: 'bounce_report', report };
  const headers = [...parts.headers].map(([key, value]) => ({ key, value }));
  return { kind: automaticMail(headers) === null ? 'unrecognised' : 'automatic_reply' };
}
