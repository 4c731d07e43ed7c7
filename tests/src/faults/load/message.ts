/** One message of the load; its number names it, so that a repeated request asks for the same one. */
export interface LoadMessage {
  readonly number: number;
  readonly recipients: readonly string[];
}

const paragraph = 'Your order has been packed and will leave our warehouse today. ';
/** About 1 KB, the size of an ordinary notification. */
export const bodyText = paragraph.repeat(16);

/** Of each hundred messages, four go to three recipients and one to ten: each is sent to, and reported on, by itself. */
export function loadMessage(number: number): LoadMessage {
  const recipients = Array.from(
    { length: recipientsOf(number) },
    (_, index) => `r${index}-${number}@site${number % 40}.recipients.test`,
  );
  return { number, recipients };
}

function recipientsOf(number: number): number {
  if (number % 100 === 0) return 10;
  return number % 20 === 0 ? 3 : 1;
}
