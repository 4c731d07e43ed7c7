import { Link } from '@tanstack/react-router';
import { useHasRole } from '../session/scope';
import { useRead } from '../session/use-read';
import { texts } from '../texts/texts';
import classes from './shell.module.css';

const { sendingNotice: words } = texts.shell;
const refreshMs = 60_000;

/** Above each page while live emails are refused, for every role. */
export function SendingNotice() {
  const isAdmin = useHasRole('admin');
  const { data: organization } = useRead('/organization', {}, { refetchInterval: refreshMs });
  if (organization === undefined) return null;
  const {
    under_review: isUnderReview,
    sending_paused_at: pausedAt,
    sending_paused_reason: reason,
  } = organization;
  return (
    <>
      {isUnderReview && (
        <div className={classes.sendingNotice} role="status">
          {words.review}
        </div>
      )}
      {pausedAt !== null && (
        <div className={classes.sendingNotice} role="status">
          <span>
            {words.paused(reason)} {!isAdmin && words.askAdmin}
          </span>
          {isAdmin && <Link to="/settings">{words.toSettings}</Link>}
        </div>
      )}
    </>
  );
}
