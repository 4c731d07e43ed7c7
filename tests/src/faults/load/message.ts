/** One message of the load; its number names it, so that a repeated request asks for the same one. */
export interface LoadMessage {
  readonly number: number;
  readonly recipients: readonly string[];
}

const paragraph = 'Your order has been packed and will leave our warehouse today. ';
/** About 1 KB, the size of an ordinary notification. */
export const bodyText = paragraph.repeat(16);

const multipleEvery = 20;

/** Every twentieth goes to two recipients: each is sent to, and reported on, by itself. */
export function loadMessage(number: number): LoadMessage {
  const recipient = (part: string) => `${part}${number}@site${number % 40}.recipients.test`;
  const recipients = number % multipleEvery === 0 ? [recipient('a'), recipient('b')] : [recipient('a')];
  return { number, recipients };
}
