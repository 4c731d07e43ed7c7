import {
  parseComplaintReport,
  readReturnedMail,
  type ComplaintReport,
  type ReturnedMail,
} from '@postrider/mail';

/** What came to a return path. */
export function readReturnedInThread({ raw }: { readonly raw: Uint8Array }): Promise<ReturnedMail> {
  return readReturnedMail(raw);
}

/** What came to the address for complaints; null: no complaint. */
export function readComplaintInThread({
  raw,
}: {
  readonly raw: Uint8Array;
}): Promise<ComplaintReport | null> {
  return parseComplaintReport(raw);
}
