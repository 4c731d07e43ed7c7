import { Text } from '@mantine/core';
import { texts } from '../texts/texts';
import { CodeBlock } from './copy';
import { curlOf, type CurlRequest } from './curl';
import { Dialog } from './dialog';

/** The API request that returns what a page shows. */
export function CurlDialog({
  request,
  close,
}: {
  readonly request: CurlRequest;
  readonly close: () => void;
}) {
  return (
    <Dialog opened onClose={close} title={texts.curl.title} size="lg">
      <Text size="sm" c="dimmed" mb="sm">
        {texts.curl.description} <a href={`/docs/${request.docs}`}>{texts.curl.docs}</a>
      </Text>
      <CodeBlock code={curlOf(request)} label={texts.curl.title} />
    </Dialog>
  );
}
