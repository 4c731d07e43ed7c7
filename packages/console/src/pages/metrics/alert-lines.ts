import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import type { AlertRule } from '../../api/types';
import { useScope } from '../../session/scope';

interface AlertLine {
  readonly warn: number;
  readonly pause: number;
}

/** Rates at which new organizations are warned and paused. */
const defaults: Readonly<Record<'bounce' | 'complaint', AlertLine>> = {
  bounce: { warn: 0.02, pause: 0.05 },
  complaint: { warn: 0.001, pause: 0.005 },
};

/** The alert rules of the organization. */
export function useAlertRules(): readonly AlertRule[] | undefined {
  const { api, queryKey } = useScope();
  const { data } = useQuery({
    queryKey: [...queryKey, 'alert-rules'],
    queryFn: () => unwrap(api.GET('/alert-rules')),
  });
  return data?.data;
}

/** Rates at which the organization is warned and paused. */
export function useAlertLines(): Readonly<Record<'bounce' | 'complaint', AlertLine>> {
  const rules = useAlertRules();
  const lineOf = (kind: 'bounce' | 'complaint'): AlertLine => {
    const rule = rules?.find((each) => each.kind === kind);
    return {
      warn: rule?.warn_rate ?? defaults[kind].warn,
      pause: rule?.pause_rate ?? defaults[kind].pause,
    };
  };
  return { bounce: lineOf('bounce'), complaint: lineOf('complaint') };
}

/** Whether a rate is above a line. */
export function toneOfRate(rate: number, { warn, pause }: AlertLine) {
  if (rate >= pause) return 'bad';
  return rate >= warn ? 'warn' : undefined;
}
