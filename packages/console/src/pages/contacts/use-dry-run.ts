import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import { csvUpload, filenameOf } from '../../api/csv-upload';
import type { ContactImport } from '../../api/types';
import { useScope } from '../../session/scope';
import { useImport } from '../imports/import-result';
import { columnsParameter, type ColumnMapping } from './column-mapping';

/** A file up to here is checked by itself, again after each change of its columns; a larger one when it is asked for. */
const automaticBytesMax = 5_000_000;
/** How long after the last change the file is checked. */
const settledMs = 800;

export interface DryRun {
  /** What the import would do, as far as it is known; the columns are known first. */
  readonly data: ContactImport | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  /** Absent: it is checked already, or is just being checked. */
  readonly check?: () => void;
}

/** Reads the whole file as the import would, before anything is changed. */
export function useDryRun(file: File, mapping: ColumnMapping): DryRun {
  const { api, queryKey } = useScope();
  const [columns] = useDebouncedValue(columnsParameter(mapping) ?? '', settledMs);
  const [asked, setAsked] = useState<string | null>(null);
  const isWanted = file.size <= automaticBytesMax || asked === columns;
  const started = useQuery({
    queryKey: [...queryKey, 'import-dry-run', file.name, file.size, file.lastModified, columns],
    enabled: isWanted,
    retry: false,
    // An upload is not repeated because something else has changed.
    staleTime: 'static',
    placeholderData: keepPreviousData,
    queryFn: () => {
      const query = {
        ...{ filename: filenameOf(file), dry_run: 'true' as const },
        columns: columns === '' ? undefined : columns,
      };
      return unwrap(api.POST('/contacts/import', { params: { query }, ...csvUpload(file) }));
    },
  });
  const progress = useImport('contacts', started.data?.id);
  return {
    data: (progress.data as ContactImport | undefined) ?? started.data,
    error: started.error ?? progress.error,
    isPending: started.isFetching,
    ...(!isWanted && { check: () => setAsked(columns) }),
  };
}
