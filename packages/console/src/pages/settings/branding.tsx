import { Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { unwrap } from '../../api/client';
import type { Organization } from '../../api/types';
import { asLink, isLink } from '../../editor/document-links';
import { isSameDraft } from '../../saving/merge-drafts';
import { useKeptForm } from '../../saving/use-kept-input';
import { useScope } from '../../session/scope';
import { branding as words } from '../../texts/settings';
import { ColorField } from '../../ui/color-field';
import { ErrorPanel } from '../../ui/error-panel';
import { PickImage } from '../../ui/images/pick-image';
import { Panel } from '../../ui/panel';
import { useChange } from '../../ui/use-change';
import { useFieldErrors } from '../../ui/use-field-errors';
import classes from './branding.module.css';
import { PublicPreview } from './public-preview';

interface Look {
  readonly logo: string;
  readonly color: string;
  readonly privacy: string;
}

/** Logo, color and privacy link of public pages, with a preview of what readers see. */
export function Branding({
  organization,
  canChange,
}: {
  readonly organization: Organization;
  readonly canChange: boolean;
}) {
  const { api } = useScope();
  const saved = lookOf(organization);
  const kept = useKeptForm<Look>('branding', saved);
  const form = useForm<Look>({ initialValues: kept.initialValues, onValuesChange: kept.onValuesChange });
  const save = useChange({
    run: (look: Look) => unwrap(api.PATCH('/organization', { body: bodyOf(look) })),
    done: (changed) => {
      form.setInitialValues(lookOf(changed));
      form.reset();
      kept.forget();
    },
    message: words.saved,
    showsError: true,
  });
  const error = useFieldErrors(form, save.error);
  const { logo } = form.values;
  return (
    <div className={classes.columns}>
      <Panel title={words.look}>
        <form onSubmit={form.onSubmit((look) => save.mutate(look))}>
          <fieldset disabled={!canChange} className={classes.fields}>
            <Stack gap="sm">
              <ErrorPanel error={error} />
              <Input.Wrapper label={words.logo} labelElement="div" description={words.logoText}>
                {logo !== '' && <img className={classes.logo} src={logo} alt={words.logoAlt} />}
                {canChange && (
                  <Group gap="xs" mt={6}>
                    <PickImage onPick={({ url }) => form.setFieldValue('logo', url)}>
                      {words.chooseLogo}
                    </PickImage>
                    {logo !== '' && (
                      <Button variant="default" onClick={() => form.setFieldValue('logo', '')}>
                        {words.removeLogo}
                      </Button>
                    )}
                  </Group>
                )}
              </Input.Wrapper>
              <ColorField
                label={words.color}
                description={words.colorText}
                format="hex"
                disabled={!canChange}
                {...form.getInputProps('color')}
              />
              <TextInput
                inputMode="url"
                label={words.privacy}
                description={words.privacyText}
                {...form.getInputProps('privacy')}
              />
              {canChange && (
                <Button
                  type="submit"
                  w="fit-content"
                  loading={save.isPending}
                  disabled={isSameDraft(form.values, saved)}
                >
                  {words.save}
                </Button>
              )}
            </Stack>
          </fieldset>
        </form>
      </Panel>
      <Preview look={form.values} />
    </div>
  );
}

function Preview({ look }: { readonly look: Look }) {
  // What is half typed is no error yet.
  const privacy = isLink(asLink(look.privacy)) ? look.privacy : '';
  const color = /^#[0-9a-f]{6}$/i.test(look.color) ? look.color : '';
  return (
    <Panel title={words.preview}>
      <PublicPreview
        edited={bodyOf({ ...look, privacy, color })}
        shown={['signup_form', 'confirmation', 'preferences', 'footer']}
      />
    </Panel>
  );
}

function lookOf({ logo_url: logo, brand_color: color, privacy_url: privacy }: Organization): Look {
  return { logo: logo ?? '', color: color ?? '', privacy: privacy ?? '' };
}

function bodyOf({ logo, color, privacy }: Look) {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  return { logo_url: orNull(logo), brand_color: orNull(color), privacy_url: orNull(asLink(privacy)) };
}
