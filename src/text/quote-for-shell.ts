/** Words that a shell takes as they are meant. {@link shell} makes them. */
export class ShellWords {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/**
 * A command for people to copy: what is filled in stays one word, whoever named it, unless it is words of a command itself.
 * @example shell`person activate ${userId}`
 */
export function shell(texts: TemplateStringsArray, ...values: readonly (string | number | ShellWords)[]): ShellWords {
  const quote = (value: string | number | ShellWords) =>
    value instanceof ShellWords ? value : quoteForShell(String(value))
  return new ShellWords(
    texts.map((text, index) => `${text}${index < values.length ? quote(values[index] ?? '') : ''}`).join(''),
  )
}

/** As a shell takes it for one word: people copy what we print. */
export function quoteForShell(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
