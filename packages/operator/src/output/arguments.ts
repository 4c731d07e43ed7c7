import { isId } from '@postrider/contracts/ids';
import { InvalidArgumentError } from 'commander';

export function idArgument(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError('must be an id (UUID)');
  return text.toLowerCase();
}

export function countArgument(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('must be a whole number above zero');
  return Number(text);
}

export function timeArgument(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('must be a time such as 2026-11-21T08:00:00Z');
  }
  return time;
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export function durationArgument(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('must be a duration such as 30m, 2h or 7d');
  return Number(count) * unitMs[unit as keyof typeof unitMs];
}
