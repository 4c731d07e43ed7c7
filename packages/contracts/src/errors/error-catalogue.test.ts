import { AppError } from './app-error';
import { errorCatalogue, isErrorCode, type ErrorCode } from './error-catalogue';

const entries = Object.entries(errorCatalogue) as [ErrorCode, (typeof errorCatalogue)[ErrorCode]][];

describe('error catalogue', () => {
  it('documents every code', () => {
    for (const [code, row] of entries) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(row.meaning).toMatch(/\.$/);
      expect(row.http).toBeGreaterThanOrEqual(400);
    }
  });

  it('answers over SMTP with a class that fits: temporary if a retry can help, permanent if not', () => {
    for (const [code, row] of entries) {
      if (row.smtp === null) continue;
      expect([code, Math.floor(row.smtp.code / 100)]).toEqual([code, row.retryable ? 4 : 5]);
      expect(row.smtp.enhanced[0]).toBe(String(row.smtp.code)[0]);
    }
  });

  it.each([
    ['unauthorized', 535, '5.7.8'],
    ['rate_limited', 451, '4.7.1'],
    ['sending_paused', 451, '4.7.1'],
    ['under_review', 451, '4.7.1'],
    ['forbidden_domain', 553, '5.7.1'],
    ['forbidden_ip', 535, '5.7.8'],
    ['forbidden_recipient', 550, '5.7.1'],
    ['template_required', 550, '5.7.1'],
    ['key_quota_exceeded', 451, '4.7.1'],
    ['unknown_domain', 553, '5.7.1'],
    ['forbidden', 553, '5.7.1'],
    ['invalid_from', 553, '5.6.0'],
    ['domain_not_verified', 553, '5.6.0'],
    ['payload_too_large', 552, '5.3.4'],
    ['validation_error', 550, '5.6.0'],
    ['invalid_json', 550, '5.6.0'],
    ['internal_error', 451, '4.4.1'],
  ] as const)('maps %s to %i %s', (code, smtpCode, enhanced) => {
    expect(errorCatalogue[code].smtp).toMatchObject({ code: smtpCode, enhanced });
  });

  it('gives an error its meaning as the default message', () => {
    expect(new AppError('not_found').message).toBe(errorCatalogue.not_found.meaning);
    expect(isErrorCode('constructor')).toBe(false);
  });
});
