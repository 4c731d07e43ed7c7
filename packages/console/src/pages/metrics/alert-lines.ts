import type { AlertRule } from '../../api/types';
import { useRead } from '../../session/use-read';

/** Rates at which the organization is warned and paused. */
export interface AlertLine {
  readonly warn: number;
  readonly pause: number;
}

/** The alert rules of the organization. */
export function useAlertRules(): readonly AlertRule[] | undefined {
  const { data } = useRead('/alert-rules');
  return data?.data;
}

/** Null: no rule warns or pauses. */
export function useAlertLines(): Readonly<Record<'bounce' | 'complaint', AlertLine | null>> {
  const rules = useAlertRules();
  const lineOf = (kind: 'bounce' | 'complaint'): AlertLine | null => {
    const { warn_rate: warn = null, pause_rate: pause = null } =
      rules?.find((rule) => rule.kind === kind) ?? {};
    return warn === null || pause === null ? null : { warn, pause };
  };
  return { bounce: lineOf('bounce'), complaint: lineOf('complaint') };
}

/** Whether a rate is above a line. */
export function toneOfRate(rate: number, line: AlertLine | null) {
  if (line === null) return undefined;
  if (rate >= line.pause) return 'bad';
  return rate >= line.warn ? 'warn' : undefined;
}
