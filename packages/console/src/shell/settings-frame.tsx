import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useScope } from '../session/scope';
import { texts } from '../texts/texts';
import { settingsTabs } from './navigation';
import { isCurrentEntry } from './navigation-group';
import { currentProps } from './navigation-links';
import classes from './shell.module.css';

/** The settings: one page whose tabs are pages with addresses of their own. */
export function SettingsFrame() {
  const { pathname } = useLocation();
  const { organization } = useScope();
  const tabs = useRef<HTMLUListElement>(null);
  useEffect(() => showCurrent(tabs.current), [pathname]);
  return (
    <>
      <div className={classes.settingsTitle}>{texts.navigation.pages.settings}</div>
      <nav aria-label={texts.shell.settings}>
        <ul ref={tabs} className={classes.tabs}>
          {settingsTabs(organization).map((entry) => (
            <li key={entry.path}>
              <Link
                to={entry.path}
                className={classes.tab}
                {...currentProps(isCurrentEntry(entry, pathname))}
              >
                {entry.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.settings}>
        <Outlet />
      </div>
    </>
  );
}

/** On a phone not all tabs fit: the current one may be the last. */
function showCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector('[aria-current]');
  if (!tabs || !current) return;
  const hidden = current.getBoundingClientRect().right - tabs.getBoundingClientRect().right;
  tabs.scrollLeft += Math.max(0, hidden);
}
