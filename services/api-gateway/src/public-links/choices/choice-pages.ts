import type { PageLanguage } from '../../public-pages/languages';
import { markup, type Markup, type Page } from '../../public-pages/page-shell';
import type { Reader } from './reader.repository';

interface ChoicePage {
  readonly language: PageLanguage;
  readonly reader: Reader;
  /** Where all choices are; null: unknown below this host. */
  readonly preferencesPath: string | null;
}

/** Asks, and posts to its own address what RFC 8058 has mail programs post. */
export function askPage({ language, reader, preferencesPath }: ChoicePage): Page {
  const texts = language.texts.unsubscribe;
  const { topic, contact, organizationName } = reader;
  const sentence =
    topic && contact ? texts.askTopic(topic.name, organizationName) : texts.askAll(organizationName);
  return {
    language,
    title: texts.askTitle,
    content: markup`<p>${sentence}</p>
<form method="post">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit">${texts.button}</button>
</form>
${preferencesLink(language, preferencesPath)}`,
  };
}

export function donePage({
  language,
  reader,
  preferencesPath,
  hasLeftTopic,
}: ChoicePage & { readonly hasLeftTopic: boolean }): Page {
  const texts = language.texts.unsubscribe;
  const { topic, organizationName } = reader;
  const sentence =
    topic && hasLeftTopic ? texts.doneTopic(topic.name, organizationName) : texts.doneAll(organizationName);
  return {
    language,
    title: texts.doneTitle,
    content: markup`${statusMessage(sentence)}
${preferencesLink(language, preferencesPath)}`,
  };
}

function preferencesLink({ texts }: PageLanguage, path: string | null): Markup {
  return path === null ? markup`` : markup`<p><a href="${path}">${texts.unsubscribe.preferences}</a></p>`;
}

/** Screen readers begin there: without a script, a page that comes again tells of no change by itself. */
function statusMessage(text: string): Markup {
  return markup`<p role="status" tabindex="-1" autofocus>${text}</p>`;
}

/** The topics with a box each, and what stands above all of them. */
export function preferencesPage({
  language,
  reader,
  isSaved,
}: Pick<ChoicePage, 'language' | 'reader'> & { readonly isSaved: boolean }): Page {
  const texts = language.texts.preferences;
  const { organizationName, topics, hasLeft, isBlocked } = reader;
  const hasTopics = topics.length > 0;
  const sentences = [
    ...(isBlocked ? [texts.blocked(organizationName)] : []),
    ...(hasLeft ? [texts.unsubscribed(organizationName)] : []),
    ...(hasLeft && hasTopics ? [texts.chooseAgain] : []),
    ...(!hasLeft && !isBlocked && !hasTopics ? [texts.subscribed(organizationName)] : []),
  ];
  const buttons = [
    ...(hasTopics ? [markup`<button type="submit" name="action" value="save">${texts.save}</button>`] : []),
    ...(hasLeft && !hasTopics
      ? [markup`<button type="submit" name="action" value="return">${texts.subscribeAgain}</button>`]
      : []),
    ...(hasLeft
      ? []
      : [
          markup`<button type="submit" name="action" value="leave" class="second">${texts.unsubscribeAll}</button>`,
        ]),
  ];
  return {
    language,
    title: texts.title(organizationName),
    content: markup`${isSaved ? [statusMessage(texts.saved)] : []}
${sentences.map((sentence) => markup`<p>${sentence}</p>`)}
<form method="post">
${hasTopics ? topicBoxes(texts.topics, reader) : []}
${buttons}
</form>`,
  };
}

/** `shown` names each box, ticked or not: a topic that was added since must not be taken for one that was unticked. */
function topicBoxes(legend: string, { topics, hasLeft }: Reader): Markup {
  const boxes = topics.map(({ slug, name, description, isSubscribed }, index) => {
    const id = `topic-${index}`;
    const checked = isSubscribed && !hasLeft ? markup` checked` : markup``;
    const details = description === null ? markup`` : markup`<small>${description}</small>`;
    return markup`<div class="choice">
<input type="hidden" name="shown" value="${slug}">
<input type="checkbox" id="${id}" name="topic" value="${slug}"${checked}>
<label for="${id}">${name}${details}</label>
</div>`;
  });
  return markup`<fieldset>
<legend>${legend}</legend>
${boxes}
</fieldset>`;
}
