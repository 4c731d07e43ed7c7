import { ActionIcon, Group, Menu, Title } from '@mantine/core';
import { useDisclosure, useDocumentTitle } from '@mantine/hooks';
import { Ellipsis, Terminal } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { texts } from '../texts/texts';
import type { CurlRequest } from './curl';
import classes from './ui.module.css';

const CurlDialog = lazy(async () => ({ default: (await import('./curl-dialog')).CurlDialog }));

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
        {children}
        {curl !== undefined && <MoreMenu request={curl} />}
      </Group>
    </div>
  );
}

function MoreMenu({ request }: { readonly request: CurlRequest }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={texts.common.more}>
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Terminal size={14} />} onClick={open}>
            {texts.curl.button}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && (
        <Suspense>
          <CurlDialog request={request} close={close} />
        </Suspense>
      )}
    </>
  );
}
