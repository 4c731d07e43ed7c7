import { AppError, validationMessage, type SendEmailRequest, type SendingDomain } from '@postrider/contracts';

export interface Tracking {
  readonly opens: boolean;
  readonly clicks: boolean;
}

/**
 * What is to be tracked. A tracked link belongs to one person and to the domain's own tracking host.
 * @throws AppError `validation_error` naming `track`
 */
export function checkTracking(
  track: SendEmailRequest['track'],
  recipientCount: number,
  domain: SendingDomain,
): Tracking {
  const tracking = { opens: track?.opens ?? false, clicks: track?.clicks ?? false };
  if (!tracking.opens && !tracking.clicks) return tracking;
  if (recipientCount > 1) throw refusal('needs a single recipient');
  if (!domain.trackingVerified)
    throw refusal(
      `the tracking host of ${domain.name} is not verified: publish its TRACKING record (GET /domains/${domain.id}), or leave track out`,
    );
  return tracking;
}

function refusal(message: string): AppError {
  return new AppError('validation_error', validationMessage([{ path: 'track', message }]));
}
