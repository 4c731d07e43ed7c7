import type { PageLanguage } from '../../public-pages/languages';
import { markup, type Markup } from '../../public-pages/markup';
import { labelsOf, successNote } from '../../public-pages/page-parts';
import type { Page } from '../../public-pages/page-shell';
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
  const { topic, contact, brand } = reader;
  const sentence = topic && contact ? texts.askTopic(topic.name, brand.name) : texts.askAll(brand.name);
  return {
    language,
    brand,
    title: texts.askTitle,
    content: markup`${sampleNote(language, reader)}
<p>${sentence}</p>
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
  const { topic, brand } = reader;
  const sentence =
    topic && hasLeftTopic ? texts.doneTopic(topic.name, brand.name) : texts.doneAll(brand.name);
  return {
    language,
    brand,
    title: texts.doneTitle,
    sign: 'done',
    content: markup`<p role="status" tabindex="-1" autofocus>${sentence}</p>
${preferencesPath === null ? [] : undoForm(language, preferencesPath)}
${preferencesLink(language, preferencesPath)}`,
  };
}

/** Otherwise the tester looks for what was changed. */
function sampleNote({ texts }: PageLanguage, { isSample }: Reader): Markup {
  return isSample ? markup`<p role="status"><strong>${texts.sample}</strong></p>` : markup``;
}

/** Posts to the preferences, since a post to the unsubscribe link unsubscribes whatever it says. */
function undoForm({ texts }: PageLanguage, path: string): Markup {
  return markup`<form method="post" action="${path}">
<button type="submit" name="action" value="undo" class="second">${texts.unsubscribe.undo}</button>
</form>`;
}

function preferencesLink({ texts }: PageLanguage, path: string | null): Markup {
  return path === null ? markup`` : markup`<p><a href="${path}">${texts.unsubscribe.preferences}</a></p>`;
}

/** The topics with a box each, and what stands above all of them. */
export function preferencesPage({
  language,
  reader,
  changed,
}: Pick<ChoicePage, 'language' | 'reader'> & {
  /** What has just been done. */
  readonly changed: 'saved' | 'undone' | null;
}): Page {
  const texts = language.texts.preferences;
  const { brand, topics, hasLeft, isBlocked } = reader;
  const hasTopics = topics.length > 0;
  const sentences = [
    ...(isBlocked ? [texts.blocked(brand.name)] : []),
    ...(hasLeft ? [texts.unsubscribed(brand.name)] : []),
    ...(hasLeft && hasTopics ? [texts.chooseAgain] : []),
    ...(!hasLeft && !isBlocked && !hasTopics ? [texts.subscribed(brand.name)] : []),
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
  const note = { saved: texts.saved, undone: texts.undone };
  return {
    language,
    brand,
    title: texts.title(brand.name),
    content: markup`${changed === null || reader.isSample ? [] : [successNote(note[changed])]}
${sampleNote(language, reader)}
${sentences.map((sentence) => markup`<p>${sentence}</p>`)}
<form method="post">
${hasTopics ? topicBoxes(texts.topics, reader) : []}
${buttons}
</form>`,
  };
}

/** `shown` names each box, ticked or not: a topic that was added since must not be taken for one that was unticked. */
function topicBoxes(legend: string, { topics, hasLeft }: Reader): Markup {
  const labels = labelsOf(topics);
  const boxes = topics.map(({ slug, description, isSubscribed }, index) => {
    const id = `topic-${index}`;
    const checked = isSubscribed && !hasLeft ? markup` checked` : markup``;
    const details = description === null ? markup`` : markup`<small>${description}</small>`;
    return markup`<div class="choice">
<input type="hidden" name="shown" value="${slug}">
<input type="checkbox" id="${id}" name="topic" value="${slug}"${checked}>
<label for="${id}">${labels[index] ?? ''}${details}</label>
</div>`;
  });
  return markup`<fieldset>
<legend>${legend}</legend>
${boxes}
</fieldset>`;
}
