import { useRead } from '../../session/use-read';
import { automationEditorTexts } from '../../texts/automation-editor';
import { useTopics } from '../topics/topic-select';
import type { Trigger } from './automation-content';
import { conditionText } from './step-text';
import { isUnpublished, namedTrigger } from './trigger-kinds';

const { sentences: words } = automationEditorTexts.trigger;

/** The first hundred signup forms. */
export function useSignupForms() {
  const { data } = useRead('/signup-forms', { query: { limit: 100 } });
  return data?.data ?? [];
}

/** A trigger in words, with the names of topics and forms. */
export function useTriggerText(trigger: Trigger): string {
  const topics = useTopics();
  const forms = useSignupForms();
  const nameOf = (kind: 'topic' | 'form', value: string): string => {
    const found =
      kind === 'topic' ? topics.find(({ slug }) => slug === value) : forms.find(({ id }) => id === value);
    return found?.name ?? value;
  };
  return triggerText(trigger, nameOf);
}

/** @param nameOf the name of a topic by its slug, or of a form by its id */
function triggerText(trigger: Trigger, nameOf: (kind: 'topic' | 'form', value: string) => string): string {
  const named = namedTrigger(trigger);
  switch (named.kind) {
    case 'topic':
      return named.topic === '' ? words.open.topic : words.topic(nameOf('topic', named.topic));
    case 'form':
      return named.form === '' ? words.open.form : words.form(nameOf('form', named.form));
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
