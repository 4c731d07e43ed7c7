import type { LabelledValue } from './evaluate-expression';

/** A rule's summary with labels and value, in the words of Prometheus' templates. */
export function summaryOf(template: string, { labels, value }: LabelledValue): string {
  return template.replace(/\{(\w+)(?::(\w+))?\}/g, (_placeholder, name: string, form: string | undefined) => {
    if (name !== 'value') return labels[name] ?? '';
    if (form === 'duration') return durationText(value);
    return form === 'share' ? `${digits(value * 100)}%` : value.toFixed(0);
  });
}

/** Four significant ones, as `%.4g`. */
const digits = (value: number): string => String(Number(value.toPrecision(4)));

/** `2d 23h 0m 0s`, `31m 0s`, `2.483s`, `750ms` */
function durationText(seconds: number): string {
  const size = Math.abs(seconds);
  if (size === 0) return '0s';
  if (size < 1) return `${digits(seconds * 1_000)}ms`;
  const sign = seconds < 0 ? '-' : '';
  const [days, hours, minutes] = [size / 86_400, (size / 3_600) % 24, (size / 60) % 60].map(Math.floor);
  const rest = `${Math.floor(size) % 60}s`;
  if (days) return `${sign}${days}d ${hours}h ${minutes}m ${rest}`;
  if (hours) return `${sign}${hours}h ${minutes}m ${rest}`;
  return minutes ? `${sign}${minutes}m ${rest}` : `${sign}${digits(size)}s`;
}
