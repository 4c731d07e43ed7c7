import { Stack, Text } from '@mantine/core';
import { texts } from '../texts/texts';
import { CodeBlock } from './copy';
import { curlOf, type CurlRequest } from './curl';
import { Dialog } from './dialog';

/** The API request that returns what a page shows, and of a list also the one that adds to it. */
export function CurlDialog({
  requests,
  close,
}: {
  readonly requests: readonly CurlRequest[];
  readonly close: () => void;
}) {
  return (
    <Dialog opened onClose={close} title={texts.curl.title} size="lg">
      <Text size="sm" c="dimmed" mb="sm">
        {texts.curl.description} <a href={`/docs/${requests[0]?.docs}`}>{texts.curl.docs}</a>
      </Text>
      <Stack gap="sm">
        {requests.map((request) => {
          const label = `${request.method ?? 'GET'} ${request.path}`;
          return <CodeBlock key={label} code={curlOf(request)} label={label} />;
        })}
      </Stack>
    </Dialog>
  );
}
