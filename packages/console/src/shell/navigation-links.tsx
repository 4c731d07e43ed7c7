import { ScrollArea } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { isCurrentEntry, type NavigationEntry, type NavigationGroup } from './navigation-group';
import classes from './shell.module.css';

/** Groups that fold, which the browser remembers. A folded group shows the entry of the page that is open. */
export function NavigationLinks({ groups }: { readonly groups: readonly NavigationGroup[] }) {
  const [folded, setFolded] = useLocalStorage<readonly string[]>({
    key: 'postrider-folded-groups',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const { pathname } = useLocation();
  const links = useRef<HTMLDivElement>(null);
  useEffect(() => showCurrent(links.current), [pathname]);
  return (
    <ScrollArea className={classes.links} type="hover" scrollbarSize={6} viewportRef={links}>
      {groups.map((group, index) => {
        const { title } = group;
        const isFolded = title !== null && folded.includes(title);
        return (
          <Group
            key={title ?? index}
            {...{ group, pathname, isFolded }}
            toggle={() =>
              setFolded((before) =>
                isFolded ? before.filter((each) => each !== title) : [...before, title ?? ''],
              )
            }
          />
        );
      })}
    </ScrollArea>
  );
}

function Group({
  group: { title, entries },
  pathname,
  isFolded,
  toggle,
}: {
  readonly group: NavigationGroup;
  readonly pathname: string;
  readonly isFolded: boolean;
  readonly toggle: () => void;
}) {
  const id = useId();
  const shown = isFolded ? entries.filter((entry) => isCurrentEntry(entry, pathname)) : entries;
  return (
    <div className={classes.group}>
      {title !== null && (
        <button
          type="button"
          className={classes.groupTitle}
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={toggle}
        >
          {title}
          <ChevronDown size={12} aria-hidden />
        </button>
      )}
      <ul id={id} className={classes.entries} aria-label={title ?? undefined}>
        {shown.map((entry) => (
          <li key={entry.path}>
            <EntryLink entry={entry} isCurrent={isCurrentEntry(entry, pathname)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function EntryLink({
  entry: { path, label, icon: Icon },
  isCurrent,
}: {
  readonly entry: NavigationEntry;
  readonly isCurrent: boolean;
}) {
  return (
    <Link to={path} className={classes.link} {...currentProps(isCurrent)}>
      <Icon size={15} aria-hidden />
      {label}
    </Link>
  );
}

/** The router marks links of exactly this address by itself. */
export function currentProps(isCurrent: boolean) {
  return {
    activeOptions: { exact: true, includeSearch: false },
    'aria-current': isCurrent ? ('page' as const) : undefined,
  };
}

/** Scrolls the navigation to the link of the page that is open. `scrollIntoView` would also scroll what is around it. */
function showCurrent(links: HTMLElement | null): void {
  const current = links?.querySelector('[aria-current=page]');
  if (links === null || !current) return;
  const [area, link] = [links.getBoundingClientRect(), current.getBoundingClientRect()];
  if (link.top >= area.top && link.bottom <= area.bottom) return;
  links.scrollTop += link.top - area.top - (area.height - link.height) / 2;
}
