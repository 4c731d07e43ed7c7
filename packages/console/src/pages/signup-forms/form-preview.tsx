import { useRead } from '../../session/use-read';
import type { PreviewBranding } from '../../api/types';
import { signupFormTexts as words } from '../../texts/signup-forms';
import { PublicPreview } from '../settings/public-preview';
import classes from './form-preview.module.css';

/** The page of a form and what follows it, in the branding of the organization, while the form is being edited. */
export function FormPreview({
  form,
  redirect,
}: {
  readonly form: NonNullable<PreviewBranding['form']>;
  readonly redirect: string;
}) {
  const { data: organization } = useRead('/organization');
  if (organization === undefined) return null;
  const { logo_url, brand_color, privacy_url } = organization;
  return (
    <section className={classes.preview} aria-label={words.preview}>
      <PublicPreview
        edited={{ logo_url, brand_color, privacy_url, form }}
        shown={
          redirect === '' ? ['signup_form', 'confirmation', 'confirmed'] : ['signup_form', 'confirmation']
        }
      />
    </section>
  );
}
