import type { ErrorCode } from '@postrider/contracts/errors';
import type { ErrorReply } from '../../http/reply';

/** Names that Resend's client knows. Ours that are not here have theirs by their status. */
const names: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'invalid_api_key',
  forbidden: 'restricted_api_key',
  forbidden_domain: 'restricted_api_key',
  forbidden_ip: 'restricted_api_key',
  forbidden_recipient: 'restricted_api_key',
  template_required: 'restricted_api_key',
  invalid_from: 'invalid_from_address',
  invalid_cursor: 'invalid_parameter',
  attachments_not_in_batch: 'invalid_attachment',
  rate_limited: 'rate_limit_exceeded',
  quota_exceeded: 'monthly_quota_exceeded',
  key_quota_exceeded: 'daily_quota_exceeded',
  service_unavailable: 'application_error',
  usage_unavailable: 'application_error',
};
const namesByStatus: Readonly<Record<number, string>> = {
  400: 'validation_error',
  403: 'invalid_access',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'validation_error',
  413: 'validation_error',
  422: 'validation_error',
  500: 'internal_server_error',
};

/** An error as Resend's client shows it to its users; `code` is ours. */
export function presentResendError({ code, status, body }: ErrorReply): object {
  const { message } = body.error;
  return {
    statusCode: status,
    name: names[code] ?? namesByStatus[status] ?? 'application_error',
    message,
    code,
  };
}
