/** The command cannot do what was asked; the message says why, to a person. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}
