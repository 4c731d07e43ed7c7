import { parseTlsReport } from '@postrider/mail';

/** What came to the address for TLS reports. */
export function readTlsReportInThread({
  raw,
}: {
  readonly raw: Uint8Array;
}): ReturnType<typeof parseTlsReport> {
  return parseTlsReport(raw);
}
