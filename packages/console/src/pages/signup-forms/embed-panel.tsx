import { isLightColor, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { SignupForm } from '../../api/types';
import { useRead } from '../../session/use-read';
import { signupFormTexts as words } from '../../texts/signup-forms';
import { CodeBlock } from '../../ui/copy';
import { Panel } from '../../ui/panel';

/** Of an organization that has chosen none, as on its public pages. */
const defaultColor = '#1d4ed8';
/** Of a color on which white text has as much contrast as black text. */
const evenLuminance = 0.179;

/** HTML of the form for a page of one's own, with or without styles. */
export function EmbedPanel({ form }: { readonly form: SignupForm }) {
  const [look, setLook] = useState<'styled' | 'plain'>('styled');
  const { data: organization } = useRead('/organization');
  const color = organization?.brand_color ?? defaultColor;
  return (
    <Panel title={words.embed}>
      <Text size="sm" mb="sm">
        {words.embedText}
      </Text>
      <SegmentedControl
        mb="sm"
        aria-label={words.embedLook}
        data={[
          { value: 'styled', label: words.embedLooks.styled },
          { value: 'plain', label: words.embedLooks.plain },
        ]}
        value={look}
        onChange={setLook}
      />
      <CodeBlock code={look === 'plain' ? plainForm(form) : styledForm(form, color)} label={words.embed} />
    </Panel>
  );
}

function plainForm({ url, fields }: SignupForm): string {
  const inputs = [
    '  <input type="email" name="email" required />',
    ...fields.map((field) => `  <input name="${field}" />`),
    `  <button>${words.button}</button>`,
  ];
  return `<form method="post" action="${url}">\n${inputs.join('\n')}\n</form>`;
}

/** Its styles reach nothing else on the page, and take the fonts of the page. */
function styledForm({ url, fields }: SignupForm, color: string): string {
  const field = (label: string, input: string): string => `  <label>${label} ${input}</label>`;
  const lines = [
    field(words.embedEmail, '<input type="email" name="email" autocomplete="email" required />'),
    ...fields.map((name) =>
      field(words.fields.nameFields[name], `<input name="${name}" autocomplete="${autocomplete[name]}" />`),
    ),
    `  <button>${words.button}</button>`,
  ];
  const text = isLightColor(color, evenLuminance) ? '#000000' : '#ffffff';
  return `<form class="signup-form" method="post" action="${url}">
${lines.join('\n')}
</form>
<style>
  .signup-form { display: grid; gap: 12px; max-width: 400px; }
  .signup-form label { display: grid; gap: 4px; }
  .signup-form input, .signup-form button { box-sizing: border-box; width: 100%; padding: 10px 12px; font: inherit; border: 1px solid #868d9a; border-radius: 8px; }
  .signup-form button { border-color: ${color}; background: ${color}; color: ${text}; font-weight: 600; cursor: pointer; }
</style>`;
}

const autocomplete = { first_name: 'given-name', last_name: 'family-name' };
