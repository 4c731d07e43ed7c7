import { ActionIcon, Group, Menu, Title } from '@mantine/core';
import { useDisclosure, useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Ellipsis, Terminal } from 'lucide-react';
import { lazy, Suspense, useRef, type ReactNode } from 'react';
import { texts } from '../texts/texts';
import { BackLink } from './back-link';
import type { CurlRequest } from './curl';
import { searchOf } from './search-of';
import classes from './ui.module.css';

const CurlDialog = lazy(async () => ({ default: (await import('./curl-dialog')).CurlDialog }));

/** An action that is rarely needed. */
export type HeaderAction = {
  readonly label: string;
  /** Shown in red: it deletes something. */
  readonly destroys?: true;
} & (
  { readonly run: () => void } | { readonly to: string; readonly search?: Readonly<Record<string, string>> }
);

/**
 * The top of each page: the list that it belongs to, title, state, and actions. Beside the title is one button for what people mostly do, with
 * at most one other before it; the rest is in the menu, with the API request that returns the same.
 */
export function PageHeader({
  parent,
  title,
  heading = title,
  state,
  description,
  menu = [],
  curl,
  children,
}: {
  readonly parent?: { readonly to: string; readonly label: string };
  readonly title: string;
  readonly heading?: ReactNode;
  /** A badge. */
  readonly state?: ReactNode;
  readonly description?: ReactNode;
  readonly menu?: readonly HeaderAction[];
  readonly curl?: CurlRequest;
  readonly children?: ReactNode;
}) {
  useDocumentTitle(`${title} · Postrider`);
  return (
    <>
      {parent !== undefined && <BackLink {...parent} />}
      <div className={classes.header}>
        <div className={classes.headerText}>
          <div className={classes.titleLine}>
            <Title order={1}>{heading}</Title>
            {state}
          </div>
          {description !== undefined && <div className={classes.description}>{description}</div>}
        </div>
        <Group gap="xs">
          {children}
          {(curl !== undefined || menu.length > 0) && <MoreMenu actions={menu} request={curl} />}
        </Group>
      </div>
    </>
  );
}

function MoreMenu({
  actions,
  request,
}: {
  readonly actions: readonly HeaderAction[];
  readonly request: CurlRequest | undefined;
}) {
  const [isOpen, { open, close }] = useDisclosure();
  const button = useRef<HTMLButtonElement>(null);
  // What it opens returns the focus to what had it: the item is gone by then.
  const run = (action: () => void) => () => {
    button.current?.focus();
    action();
  };
  const destroying = actions.filter(({ destroys }) => destroys);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={button} variant="default" size={30} aria-label={texts.common.more}>
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions
            .filter(({ destroys }) => !destroys)
            .map((action) =>
              'run' in action ? (
                <Menu.Item key={action.label} onClick={run(action.run)}>
                  {action.label}
                </Menu.Item>
              ) : (
                <Menu.Item
                  key={action.label}
                  component={Link}
                  to={action.to}
                  search={searchOf(action.search ?? {})}
                >
                  {action.label}
                </Menu.Item>
              ),
            )}
          {request !== undefined && (
            <Menu.Item leftSection={<Terminal size={14} />} onClick={run(open)}>
              {texts.curl.button}
            </Menu.Item>
          )}
          {destroying.length > 0 && <Menu.Divider />}
          {destroying.map(
            (action) =>
              'run' in action && (
                <Menu.Item key={action.label} c="var(--bad)" onClick={run(action.run)}>
                  {action.label}
                </Menu.Item>
              ),
          )}
        </Menu.Dropdown>
      </Menu>
      {isOpen && request !== undefined && (
        <Suspense>
          <CurlDialog request={request} close={close} />
        </Suspense>
      )}
    </>
  );
}
