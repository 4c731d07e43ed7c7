import { useAll } from '../../session/use-read';
import { automationEditorTexts } from '../../texts/automation-editor';
import { useSegments } from '../segments/segment-select';
import { useTopics } from '../topics/topic-select';
import type { Trigger } from './automation-content';
import { conditionText } from './step-text';
import { isUnpublished, namedTrigger } from './trigger-kinds';

const { sentences: words } = automationEditorTexts.trigger;

/** The signup forms of the organization; none while they are loaded. */
export function useSignupForms() {
  return useAll('/signup-forms').data ?? [];
}

type NamedKind = 'topic' | 'form' | 'segment';

/** A trigger in words, with the names of topics, forms and segments. */
export function useTriggerText(trigger: Trigger): string {
  const topics = useTopics();
  const forms = useSignupForms();
  const segments = useSegments(trigger.segment !== undefined);
  const nameOf = (kind: NamedKind, value: string): string => {
    const named = {
      topic: topics.map(({ slug, name }) => ({ id: slug, name })),
      form: forms,
      segment: segments,
    };
    return named[kind].find(({ id }) => id === value)?.name ?? value;
  };
  return triggerText(trigger, nameOf);
}

/** @param nameOf the name of a topic by its slug, or of a form or segment by its id */
function triggerText(trigger: Trigger, nameOf: (kind: NamedKind, value: string) => string): string {
  const named = namedTrigger(trigger);
  switch (named.kind) {
    case 'topic':
      return named.topic === '' ? words.open.topic : words.topic(nameOf('topic', named.topic));
    case 'form':
      return named.form === '' ? words.open.form : words.form(nameOf('form', named.form));
    case 'segment':
      return named.segment === '' ? words.open.segment : words.segment(nameOf('segment', named.segment));
    case 'created':
    case 'unsubscribed':
      return words[named.kind];
    case 'event': {
      const { event, conditions } = named;
      if (isUnpublished(event)) return words.unpublished;
      const sentence = event === '' ? words.open.event : words.event(event);
      return conditions.length === 0
        ? sentence
        : sentence + words.if(conditions.map((each) => conditionText(each)).join(' and '));
    }
  }
}
