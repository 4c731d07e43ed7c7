import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Check, CircleAlert, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Broadcast, EmailCheckFinding } from '../../api/types';
import { hasExampleText } from '../../editor/starter-document';
import { broadcastTexts } from '../../texts/broadcasts';
import { ErrorPanel } from '../../ui/error-panel';
import { searchOf } from '../../ui/search-of';
import { Time } from '../../ui/time';
import { Findings } from '../emails/email-findings';
import { isEditable } from './broadcast-draft';
import classes from './broadcasts.module.css';
import type { BroadcastChecked } from './check-broadcast';

const { checklist: words } = broadcastTexts;

type Code = EmailCheckFinding['code'];
type State = keyof typeof words.states;

/** What readers and inboxes object to, and the findings that belong to it. */
const items = [
  ['links', ['insecure_link', 'broken_link', 'link_mismatch', 'shortener']],
  ['images', ['missing_alt', 'image_only', 'large_image']],
  ['size', ['clipped']],
  ['text', ['missing_text']],
  ['unsubscribe', ['missing_unsubscribe']],
  ['variables', ['unfilled_variable']],
  ['sender', ['alignment']],
  ['clients', ['client_support']],
] as const satisfies readonly (readonly [keyof typeof words.items, readonly Code[]])[];

const icons = { passed: Check, warning: TriangleAlert, error: CircleAlert, unknown: CircleDashed };
const tones = { passed: 'good', warning: 'warn', error: 'bad', unknown: 'quiet' };

/** Each check in words, with what it has found, and whether a test was sent. */
export function ReviewChecklist({
  broadcast,
  check,
  error,
}: {
  readonly broadcast: Broadcast;
  /** Undefined until it was made. */
  readonly check: BroadcastChecked | undefined;
  readonly error: Error | null;
}) {
  const { tested_at: testedAt, document } = broadcast;
  return (
    <Stack gap="sm">
      <ErrorPanel error={error} />
      <ul className={classes.checklist}>
        {document !== null && (
          <ExampleText isLeft={hasExampleText(document)} canEdit={isEditable(broadcast)} />
        )}
        {items.map(([name, codes]) => {
          const found = (check?.findings ?? []).filter(({ code }) =>
            (codes as readonly Code[]).includes(code),
          );
          const shown = words.items[name];
          return (
            <ChecklistItem
              key={name}
              state={check === undefined ? 'unknown' : stateOf(found)}
              title={shown.title}
              text={passedText(name, check)}
            >
              {found.length > 0 && <Findings findings={found} />}
            </ChecklistItem>
          );
        })}
        <ChecklistItem state={testedAt === null ? 'warning' : 'passed'} title={words.test}>
          <Text size="sm" c="dimmed">
            {testedAt === null ? (
              <>
                {words.noTest} <StepLink step="test" label={words.sendTest} />
              </>
            ) : (
              <>
                {words.tested} <Time at={testedAt} />
              </>
            )}
          </Text>
        </ChecklistItem>
      </ul>
    </Stack>
  );
}

/** Of a visual email: whether it has what it began with. */
function ExampleText({ isLeft, canEdit }: { readonly isLeft: boolean; readonly canEdit: boolean }) {
  const { title, passed, example, edit } = words.content;
  return (
    <ChecklistItem state={isLeft ? 'warning' : 'passed'} title={title} text={passed}>
      {isLeft && (
        <Text size="sm" c="dimmed">
          {example} {canEdit && <StepLink step="content" label={edit} />}
        </Text>
      )}
    </ChecklistItem>
  );
}

function StepLink({ step, label }: { readonly step: string; readonly label: string }) {
  return (
    <Anchor component={Link} to="." search={searchOf({ step })} size="sm" underline="always">
      {label}
    </Anchor>
  );
}

/** Notes alone are good to know, and no problem. */
function stateOf(found: readonly EmailCheckFinding[]): State {
  if (found.some(({ severity }) => severity === 'error')) return 'error';
  return found.some(({ severity }) => severity === 'warning') ? 'warning' : 'passed';
}

function passedText(name: keyof typeof words.items, check: BroadcastChecked | undefined): string {
  if (check === undefined) return words.states.unknown;
  return name === 'size' ? words.size(check.sizeBytes) : words.items[name].passed;
}

function ChecklistItem({
  state,
  title,
  text,
  children,
}: {
  readonly state: State;
  readonly title: string;
  /** Shown where it has no findings. */
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  const Icon = icons[state];
  return (
    <li>
      <span className={classes.mark} data-tone={tones[state]} role="img" aria-label={words.states[state]}>
        <Icon size={16} aria-hidden />
      </span>
      <div>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        {children || (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </div>
    </li>
  );
}
