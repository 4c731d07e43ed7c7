import type { FileLayout } from './header-row';
import type { Survey } from './survey';

export type ImportKindName = 'suppressions' | 'contacts';

/** What a request says beside the file. */
export interface ImportOptions {
  /** What the file is called; null: the upload did not say it. */
  readonly filename?: string | null;
  /** Of suppressions: their scope; null: the organization. */
  readonly domain_id?: string | null;
  /** Of contacts: slugs of topics that they are subscribed to, and where their consent comes from. */
  readonly topics?: readonly string[];
  readonly source?: string | null;
  /** Of contacts: nothing is changed. */
  readonly dry_run?: boolean;
}

/** An import that this run holds. */
export interface HeldImport {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: ImportKindName;
  readonly layout: FileLayout;
  /** What the request said beside the file. */
  readonly options: ImportOptions;
  /** Null: the organization. */
  readonly domain: { readonly id: string; readonly name: string | null } | null;
  readonly bytes: number;
  readonly bytesRead: number;
  readonly rowsRead: number;
  /** What was found out about the file so far; null: rows are taken. */
  readonly survey: Survey | null;
}

/** What a thread makes of a part of a file. */
export interface RowsOutput<Row = unknown> {
  /** Bytes of whole rows, and of blank lines before them; 0: the first row does not end within the part. */
  readonly consumed: number;
  readonly rows: number;
  readonly taken: readonly Row[];
  /** Rows whose address stands among `taken`. */
  readonly repeated: number;
  readonly refused: readonly RefusedRow[];
}

export interface RefusedRow {
  /** From 1, in this part. */
  readonly row: number;
  readonly value: string;
  readonly code: string;
  readonly reason: string;
  /** The whole row, to be corrected and imported again; null: it is not kept. */
  readonly fields: string | null;
}

/** JSON of fields with more characters is not kept with a refusal. */
const fieldsCharsMax = 4_000;

/** The fields of a row as they are kept with its refusal. */
export function keptFields(fields: readonly string[]): string | null {
  const text = JSON.stringify(fields.map((field) => field.replaceAll('\0', '\ufffd').toWellFormed()));
  return text.length > fieldsCharsMax ? null : text;
}

/** A part of a file that begins with a row. A Buffer arrives in a thread as less. */
export interface RowsInput<Layout> {
  readonly bytes: Uint8Array;
  /** Nothing comes behind it: its last row needs no line break. */
  readonly isLast: boolean;
  readonly layout: Layout;
  /** Name of the domain that the import is for; null: the organization. */
  readonly domain: string | null;
}

/** What a part of the file came to. */
export interface ImportPage<Row> extends Omit<RowsOutput<Row>, 'consumed'> {
  readonly from: number;
  readonly to: number;
}

/** What can be imported: how rows are read and stored. */
export interface ImportKind<Row = unknown> {
  readonly name: ImportKindName;
  /** File and function of its reading, in a thread: `RowsInput` to `RowsOutput<Row>`. */
  readonly task: { readonly file: string; readonly name: string };
  /**
   * What a page does and how far the import has come are committed together.
   * @returns false when it is no longer ours, or what it was for is gone
   */
  write(held: HeldImport, page: ImportPage<Row>, owner: string): Promise<boolean>;
  /** The error of an import that we hold and cannot continue. */
  readonly gone: string;
  /** What the survey makes of the layout of a file; `problem`: why it is refused. */
  settle(layout: FileLayout, survey: Survey): { readonly layout: FileLayout } | { readonly problem: string };
}
