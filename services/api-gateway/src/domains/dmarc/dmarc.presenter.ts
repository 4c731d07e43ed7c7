import type { DmarcCounters, DmarcResource } from '@postrider/contracts/domains';
import { classifySource } from './classify-source';
import type { DmarcDayRow, DmarcReasonRow, DmarcSourceRow } from './dmarc.repository';

export interface DmarcParts {
  readonly domain: string;
  /** Every day of the window as `yyyy-mm-dd`, oldest first. */
  readonly days: readonly string[];
  readonly rows: readonly DmarcDayRow[];
  readonly sources: readonly DmarcSourceRow[];
  readonly reasons: readonly DmarcReasonRow[];
}

export function presentDmarc({ domain, days, rows, sources, reasons }: DmarcParts): DmarcResource {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const today = Date.parse(days.at(-1) ?? '');
  const newUntil = new Date(today - newDays * dayMs).toISOString().slice(0, 10);
  const total = (name: keyof Omit<DmarcDayRow, 'day'>): number =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return {
    object: 'dmarc',
    domain,
    days: days.length,
    totals: {
      messages: total('messages'),
      passed: total('passed'),
      failed: total('failed'),
      quarantined: total('quarantined'),
      rejected: total('rejected'),
      dkim_aligned: total('dkim_aligned'),
      spf_aligned: total('spf_aligned'),
      reports: total('reports'),
      unauthenticated: total('unauthenticated'),
    },
    series: days.map((day) => ({ day, ...countersOf(byDay.get(day) ?? nothing) })),
    sources: sources.map(({ marks, ...source }) => ({
      ...source,
      host_name: marks.hostName,
      ...classifySource(marks),
      is_new: source.first_day > newUntil,
    })),
    reasons: [...reasons],
  };
}

const dayMs = 86_400_000;
/** A week. */
const newDays = 7;

const nothing: DmarcCounters = { messages: 0, passed: 0, failed: 0, quarantined: 0, rejected: 0 };

function countersOf({ messages, passed, failed, quarantined, rejected }: DmarcCounters): DmarcCounters {
  return { messages, passed, failed, quarantined, rejected };
}
