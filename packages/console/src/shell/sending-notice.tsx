import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../api/client';
import { useHasRole, useScope } from '../session/scope';
import { texts } from '../texts/texts';
import classes from './shell.module.css';

const { sendingNotice: words } = texts.shell;
const refreshMs = 60_000;

/** Above each page while live emails are refused, for every role. */
export function SendingNotice() {
  const { api, queryKey } = useScope();
  const isAdmin = useHasRole('admin');
  const { data: organization } = useQuery({
    queryKey: [...queryKey, 'organization'],
    queryFn: () => unwrap(api.GET('/organization')),
    refetchInterval: refreshMs,
  });
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
