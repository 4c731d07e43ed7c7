import { parseDmarcReport, type DmarcReport } from '@postrider/mail';

/** A report as it goes to the database: its rows are one text, so that no 50,000 objects pass through the event loop. */
export type ReadDmarc =
  | { readonly ok: false; readonly reason: string }
  | {
      readonly ok: true;
      readonly report: Omit<DmarcReport, 'records'>;
      readonly sourceCount: number;
      /** JSON of `DmarcRecord[]`. */
      readonly sources: string;
    };

/** What came to the address for DMARC reports. */
export async function readDmarcInThread({ raw }: { readonly raw: Uint8Array }): Promise<ReadDmarc> {
  const reading = await parseDmarcReport(raw);
  if (!reading.ok) return reading;
  const { records, ...report } = reading.report;
  return { ok: true, report, sourceCount: records.length, sources: JSON.stringify(records) };
}
