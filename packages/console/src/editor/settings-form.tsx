import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { editorTexts as words } from '../texts/editor';
import { ColorField } from '../ui/color-field';
import { FormModal } from '../ui/form-modal';
import type { DocumentSettings } from './document-types';

const isColor = (text: string) => text === '' || /^#[0-9a-f]{6}$/i.test(text);
const isLanguage = (text: string) => text === '' || /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(text);

/** Language, direction and colors of the email. */
export function SettingsForm({
  settings,
  apply,
  close,
}: {
  readonly settings: DocumentSettings;
  readonly apply: (settings: DocumentSettings) => void;
  readonly close: () => void;
}) {
  const [language, setLanguage] = useState(settings.language ?? '');
  const [direction, setDirection] = useState(settings.direction ?? 'ltr');
  const [accent, setAccent] = useState(settings.accent_color ?? '');
  const [background, setBackground] = useState(settings.background_color ?? '');
  const isValid = isColor(accent) && isColor(background) && isLanguage(language);
  return (
    <FormModal
      opened
      close={close}
      title={words.settings}
      action={words.apply}
      submit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!isValid) return;
        apply({
          ...(language !== '' && { language }),
          ...(direction === 'rtl' && { direction }),
          ...(accent !== '' && { accent_color: accent }),
          ...(background !== '' && { background_color: background }),
        });
        close();
      }}
      change={{ error: null, isPending: false, reset: () => {} }}
    >
      <TextInput
        label={words.language}
        description={words.languageText}
        data-autofocus
        error={!isLanguage(language)}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value.trim())}
      />
      <Select
        label={words.direction}
        allowDeselect={false}
        value={direction}
        onChange={(value) => setDirection(value === 'rtl' ? 'rtl' : 'ltr')}
        data={Object.entries(words.directions).map(([value, label]) => ({ value, label }))}
      />
      <ColorField
        label={words.accentColor}
        description={words.accentColorText}
        format="hex"
        error={!isColor(accent)}
        value={accent}
        onChange={setAccent}
      />
      <ColorField
        label={words.backgroundColor}
        description={words.backgroundColorText}
        format="hex"
        error={!isColor(background)}
        value={background}
        onChange={setBackground}
      />
    </FormModal>
  );
}
