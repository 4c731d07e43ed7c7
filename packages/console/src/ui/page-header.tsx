import { ActionIcon, Group, Menu, Title } from '@mantine/core';
import { useDisclosure, useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Ellipsis, Terminal } from 'lucide-react';
import { Suspense, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { texts } from '../texts/texts';
import type { Question } from './confirm-button';
import type { CurlRequest } from './curl';
import { searchOf } from './search-of';
import { useEscapeBack, useReturn } from './use-back';
import { lazyCode } from './lazy-code';
import classes from './ui.module.css';

const ConfirmDialog = lazyCode(async () => ({ default: (await import('./confirm-button')).ConfirmDialog }));
const CurlDialog = lazyCode(async () => ({ default: (await import('./curl-dialog')).CurlDialog }));

/** The page above a page. */
export interface Parent {
  readonly to: string;
  readonly label: string;
  /** The page above that. */
  readonly parent?: Parent;
}

/** An action that is rarely needed. */
export type HeaderAction = {
  readonly label: string;
  /** Shown in red: it deletes or revokes something, or stops mail. */
  readonly destroys?: true;
} & (
  | { readonly run: () => void }
  /** Asks first. */
  | { readonly asks: Question<unknown> }
  | { readonly to: string; readonly search?: Readonly<Record<string, string>> }
);

/**
 * The top of each page: the way back to the list that it belongs to, title, state, and actions. Beside the title is one button for what people
 * mostly do, with at most one other before it; the rest is in the menu, with the API request that returns the same.
 */
export function PageHeader({
  parent,
  title,
  heading = title,
  state,
  description,
  menu = [],
  curl,
  createCurl,
  children,
}: {
  readonly parent?: Parent;
  readonly title: string;
  readonly heading?: ReactNode;
  /** A badge. */
  readonly state?: ReactNode;
  readonly description?: ReactNode;
  readonly menu?: readonly HeaderAction[];
  readonly curl?: CurlRequest;
  /** The request that adds to a list. */
  readonly createCurl?: CurlRequest;
  readonly children?: ReactNode;
}) {
  const requests = [curl, createCurl].filter((request) => request !== undefined);
  useDocumentTitle(`${title} · Postrider`);
  return (
    <>
      {parent !== undefined && <Breadcrumb parent={parent} />}
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
          {requests.length + menu.length > 0 && <MoreMenu actions={menu} requests={requests} />}
        </Group>
      </div>
    </>
  );
}

/** To the pages above this one, as they were left; Escape opens the nearest. */
function Breadcrumb({ parent }: { readonly parent: Parent }) {
  const { goBack } = useReturn(parent.to);
  useEscapeBack(goBack);
  return (
    <nav aria-label={texts.common.breadcrumb} className={classes.breadcrumb}>
      <ArrowLeft size={13} aria-hidden />
      <Ancestor parent={parent} />
    </nav>
  );
}

function Ancestor({ parent: { to, label, parent } }: { readonly parent: Parent }) {
  const { search, goBack } = useReturn(to);
  const follow = (event: MouseEvent) => {
    // In a tab of its own it is a link like others.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    goBack();
  };
  return (
    <>
      {parent !== undefined && (
        <>
          <Ancestor parent={parent} />
          <span aria-hidden>/</span>
        </>
      )}
      {/* Otherwise the router marks it as the page that is open. */}
      <Link to={to} search={search} activeOptions={{ exact: true }} onClick={follow}>
        {label}
      </Link>
    </>
  );
}

function MoreMenu({
  actions,
  requests,
}: {
  readonly actions: readonly HeaderAction[];
  readonly requests: readonly CurlRequest[];
}) {
  const [isOpen, { open, close }] = useDisclosure();
  const [isAsking, asking] = useDisclosure();
  const [asked, setAsked] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  // What it opens returns the focus to what had it: the item is gone by then.
  const run = (action: () => void) => () => {
    button.current?.focus();
    action();
  };
  const itemOf = (action: HeaderAction) => {
    const { label } = action;
    if ('to' in action)
      return (
        <Menu.Item key={label} component={Link} to={action.to} search={searchOf(action.search ?? {})}>
          {label}
        </Menu.Item>
      );
    const ask = () => {
      setAsked(label);
      asking.open();
    };
    return (
      <Menu.Item
        key={label}
        c={action.destroys && 'var(--bad)'}
        onClick={run('run' in action ? action.run : ask)}
      >
        {label}
      </Menu.Item>
    );
  };
  const destroying = actions.filter(({ destroys }) => destroys);
  const question = actions.find(({ label }) => label === asked);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={button} variant="default" size={30} aria-label={texts.common.more}>
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.filter(({ destroys }) => !destroys).map(itemOf)}
          {requests.length > 0 && (
            <Menu.Item leftSection={<Terminal size={14} />} onClick={run(open)}>
              {texts.curl.button}
            </Menu.Item>
          )}
          {destroying.length > 0 && <Menu.Divider />}
          {destroying.map(itemOf)}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {question !== undefined && 'asks' in question && (
          <ConfirmDialog {...question.asks} opened={isAsking} close={asking.close} />
        )}
        {isOpen && requests.length > 0 && <CurlDialog requests={requests} close={close} />}
      </Suspense>
    </>
  );
}
