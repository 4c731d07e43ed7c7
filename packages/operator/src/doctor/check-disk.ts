import { statfs } from 'node:fs/promises';
import { daysUntilFull, listWeeks, readDiskGrowth, type Pool } from '@postrider/db';
import { storageSettings } from '../config';
import type { DoctorRow } from './doctor-row';

const weekMs = 7 * 86_400_000;
/** Less than a week leaves no time to make room. */
const daysMin = 7;

/** How the database grows, when its disk is full, and which weeks of mail retention drops. */
export async function checkDisk(pool: Pool): Promise<DoctorRow[]> {
  const { DATABASE_DISK_PATH: diskPath, MESSAGES_KEPT_WEEKS: keptWeeks } = storageSettings();
  const now = new Date();
  const growth = await readDiskGrowth(pool, { now, keptDays: () => undefined });
  const grown = `${gigabytes(growth.databaseBytes)} GB, and ${gigabytes(growth.bytesPerDay)} GB more a day`;
  return [
    { check: 'disk', name: 'database', ...(await forecast(diskPath, { growth, grown })) },
    {
      check: 'retention',
      name: 'mail',
      state: 'ok',
      detail: await describeRetention(pool, { now, keptWeeks }),
    },
  ];
}

async function forecast(
  diskPath: string,
  { growth, grown }: { readonly growth: Parameters<typeof daysUntilFull>[1]; readonly grown: string },
): Promise<{ state: 'ok' | 'wrong'; detail: string }> {
  if (diskPath === '') {
    return { state: 'ok', detail: `${grown}; with DATABASE_DISK_PATH, when the disk is full` };
  }
  const { bavail, bsize } = await statfs(diskPath);
  const days = daysUntilFull(bavail * bsize, growth);
  return {
    state: days < daysMin ? 'wrong' : 'ok',
    detail: `${grown}; ${gigabytes(bavail * bsize)} GB are free: full in ${Math.floor(days)} days`,
  };
}

async function describeRetention(
  pool: Pool,
  { now, keptWeeks }: { readonly now: Date; readonly keptWeeks: number },
): Promise<string> {
  if (keptWeeks === 0) return 'mail is kept for ever';
  const weeks = await listWeeks(pool, 'messages');
  const old = weeks.filter(({ from }) => from.getTime() + (keptWeeks + 1) * weekMs <= now.getTime()).length;
  return `mail is kept for ${keptWeeks} weeks; ${old} older weeks exist`;
}

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(2);
