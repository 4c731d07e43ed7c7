import { onlineManager } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { currentSession } from '../session/session';
import { texts } from '../texts/texts';
import classes from './shell.module.css';

/** How often the server is asked whether it answers again. */
const askMs = 3_000;

/** Above each page while the server does not answer. With its next answer, what is shown is read again. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
  useEffect(() => {
    if (isOnline) return;
    const timer = setInterval(() => void currentSession().catch(() => undefined), askMs);
    return () => clearInterval(timer);
  }, [isOnline]);
  return (
    <div role="status" className={isOnline ? undefined : classes.offline}>
      {isOnline ? null : texts.offline}
    </div>
  );
}
