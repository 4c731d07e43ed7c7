import { Link, Outlet, useLocation } from '@tanstack/react-router';
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
  return (
    <>
      <div className={classes.settingsTitle}>{texts.navigation.pages.settings}</div>
      <nav aria-label={texts.shell.settings}>
        <ul className={classes.tabs}>
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
