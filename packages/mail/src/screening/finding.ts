/** A sign of phishing or impersonation in a mail. */
export interface Finding {
  readonly code:
    | 'lookalike_domain'
    | 'brand_display_name'
    | 'address_display_name'
    | 'lookalike_link'
    | 'link_text_mismatch'
    | 'disguised_link'
    | 'ip_link'
    | 'short_link'
    | 'password_field'
    | 'credential_wording'
    | 'sealed_content';
  /** For the operator who decides. */
  readonly detail: string;
  /** Enough by itself; others only count two together. */
  readonly isStrong: boolean;
}
