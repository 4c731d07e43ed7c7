import { automaticMail } from '../replies/automatic-mail';
import type { BounceReport } from './bounce-report';
import { bounceReportOf } from './bounce-report';
import type { ReportParts } from './report-parts';
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
  return { kind: isAutomatic(parts) ? 'automatic_reply' : 'unrecognised' };
}

/**
 * People do not write to a return path by hand, so a subject about absence is enough here, in the languages in which absence
 * notes come; and so is one that asks the sender to prove to be a person (challenge-response).
 */
const absence =
  /\b(?:out of (?:the )?office|on (?:vacation|holiday|leave|maternity)|away (?:from|until)|auto(?:matic|mated)?[- ]?(?:reply|response|answer)|absence|absent|abwesen\w*|urlaub|nicht im (?:b[uü]ro|haus)|vacances|cong[eé]s?|fuera de|vacaciones|ausencia|aus[eê]ncia|f[eé]rias|assen(?:te|za)|fuori (?:sede|ufficio)|ferie|afwezig\w*|vakantie|frav[aæ]r|semester|fr[aå]nvarande|poissa|loma|urlop|nieobecno\w*)(?![\p{L}\d])|отпуск|отсутств|автоответ|ofis dışı|不在|休暇|自動応答|自动回复|自動回覆|부재중|자동 ?응답/iu;
const challenge =
  /(?:please |you must )?(?:confirm|verify|validate) your (?:message|e-?mail|address)|sender (?:address )?(?:verification|confirmation|validation) ?(?:required|request)?|(?:message|e-?mail) (?:requires|awaiting|needs) (?:your )?(?:confirmation|verification|authentication)|anti-?spam uol|\[confirm\b/i;

function isAutomatic({ headers }: ReportParts): boolean {
  if (automaticMail([...headers].map(([key, value]) => ({ key, value }))) !== null) return true;
  const subject = headers.get('subject')?.slice(0, 1_000) ?? '';
  return absence.test(subject) || challenge.test(subject);
}
