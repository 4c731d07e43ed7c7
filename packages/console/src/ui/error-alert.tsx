import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { RequestError } from '../api/request-error';
import { errorWords as words } from '../texts/errors';
import { texts } from '../texts/texts';
import { CopyValue } from './copy';
import { errorSentence, fixOf } from './error-sentence';
import { RefusedFields, sentence } from './use-field-errors';
import classes from './error-alert.module.css';

export interface ErrorPanelProps {
  readonly error: unknown;
  readonly retry?: () => void;
  /** One sentence, without details: where people have only mistyped. */
  readonly isBrief?: boolean;
}

/** An error: a sentence, where to put it right, the fields that it is about, and behind "Details" what support asks for. */
export function ErrorAlert({ error, retry, isBrief = false }: ErrorPanelProps) {
  const failure = error instanceof RequestError ? error : null;
  const link = failure === null ? undefined : fixOf(failure)?.link;
  return (
    <Alert color="red" variant="light" title={titleOf(error)} role="alert" mb="md">
      {failure === null && (
        <Text size="sm">{error instanceof Error ? error.message : texts.errors.unknown}</Text>
      )}
      {failure !== null && <Problems failure={failure} />}
      {!isBrief && (
        <Group gap="md" mt="xs">
          {link !== undefined && (
            <Anchor component={Link} to={link.to} size="sm" c="inherit" underline="always">
              {link.label}
            </Anchor>
          )}
          {retry !== undefined && (
            <Button variant="default" size="compact-xs" onClick={retry}>
              {texts.errors.retry}
            </Button>
          )}
          {failure !== null && failure.status > 0 && <Details failure={failure} />}
        </Group>
      )}
    </Alert>
  );
}

function titleOf(error: unknown): string {
  if (error instanceof RefusedFields) return texts.errors.markedFields;
  // Problems without a field of their own are listed.
  if (error instanceof RequestError && error.fields.length > 0 && error.code === 'validation_error')
    return texts.errors.invalidFields;
  return errorSentence(error);
}

function Problems({ failure: { code, fields } }: { readonly failure: RequestError }) {
  if (fields.length === 0 || code !== 'validation_error') return null;
  return (
    <List size="sm">
      {fields.map(({ path, message }) => (
        <List.Item key={`${path} ${message}`}>
          {nameOf(path)}: {sentence(message)}
        </List.Item>
      ))}
    </List>
  );
}

/** `reply_to` → `Reply to`. */
function nameOf(path: string): string {
  const words = path.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Details({ failure: { code, requestId } }: { readonly failure: RequestError }) {
  return (
    <details className={classes.details}>
      <summary>{words.details}</summary>
      <div>
        {words.code}{' '}
        <a className="mono" href={`/docs/errors#${code}`}>
          {code}
        </a>
      </div>
      {requestId !== null && (
        <div>
          {texts.errors.requestId} <CopyValue value={requestId} />
        </div>
      )}
    </details>
  );
}
