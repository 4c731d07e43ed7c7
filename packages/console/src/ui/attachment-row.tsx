import { Button, Group, Text } from '@mantine/core';
import { saveFile } from './download';
import { useChange } from './use-change';

const kilobytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A file that is saved, and not shown. */
export function AttachmentRow({
  filename,
  contentType,
  size,
  label,
  load,
}: {
  readonly filename: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly label: string;
  readonly load: () => Promise<Blob | undefined>;
}) {
  // A file of 0 bytes arrives as an answer without a body.
  const run = async () => saveFile(filename, (await load()) ?? new Blob());
  const save = useChange({ run, refresh: false });
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {filename}
        </Text>
        <Text size="xs" c="dimmed">
          {contentType}, {kilobytes.format(size / 1_024)} kB
        </Text>
      </div>
      <Button
        variant="default"
        loading={save.isPending}
        onClick={() => save.mutate()}
        aria-label={`${label} ${filename}`}
      >
        {label}
      </Button>
    </Group>
  );
}
