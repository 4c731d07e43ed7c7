import { ActionIcon, TextInput } from '@mantine/core';
import { Braces } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { editorTexts } from '../texts/editor';
import type { EditorVariable } from './document-types';
import { variableText } from './variable-text';
import { lazyCode } from '../ui/lazy-code';

const VariableForm = lazyCode(async () => ({ default: (await import('./variable-form')).VariableForm }));

/** A subject, in which variables are written where the cursor was. */
export function SubjectInput({
  label,
  value,
  onChange,
  variables,
  required = false,
  readOnly = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly variables: readonly EditorVariable[];
  readonly required?: boolean;
  readonly readOnly?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const insert = ({ name, fallback }: { readonly name: string; readonly fallback: string }) => {
    const at = input.current?.selectionStart ?? value.length;
    onChange(value.slice(0, at) + variableText(name, fallback) + value.slice(at));
  };
  return (
    <>
      <TextInput
        ref={input}
        label={label}
        required={required}
        readOnly={readOnly}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        rightSection={
          readOnly || variables.length === 0 ? undefined : (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${label}: ${editorTexts.variable.insert}`}
              title={editorTexts.variable.insert}
              onClick={() => setOpen(true)}
            >
              <Braces size={16} />
            </ActionIcon>
          )
        }
      />
      {isOpen && (
        <Suspense>
          <VariableForm variables={variables} insert={insert} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
