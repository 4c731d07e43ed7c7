import { Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure, useDocumentTitle } from '@mantine/hooks';
import { Terminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts';
import { CodeBlock } from './copy';
import { Dialog } from './dialog';
import { curlOf, type CurlRequest } from './curl';
import classes from './ui.module.css';

/** Title and actions of a page, and the API request that returns the same. */
export function PageHeader({
  title,
  heading = title,
  description,
  curl,
  children,
}: {
  readonly title: string;
  readonly heading?: ReactNode;
  readonly description?: ReactNode;
  readonly curl?: CurlRequest;
  readonly children?: ReactNode;
}) {
  useDocumentTitle(`${title} · Postrider`);
  return (
    <div className={classes.header}>
      <div className={classes.headerText}>
        <Title order={1}>{heading}</Title>
        {description !== undefined && <div className={classes.description}>{description}</div>}
      </div>
      <Group gap="xs">
        {curl !== undefined && <CurlButton request={curl} />}
        {children}
      </Group>
    </div>
  );
}

function CurlButton({ request }: { readonly request: CurlRequest }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<Terminal size={14} />} onClick={open}>
        {texts.curl.button}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={texts.curl.title} size="lg">
        <Text size="sm" c="dimmed" mb="sm">
          {texts.curl.description} <a href={`/docs/${request.docs}`}>{texts.curl.docs}</a>
        </Text>
        <CodeBlock code={curlOf(request)} label={texts.curl.title} />
      </Dialog>
    </>
  );
}
