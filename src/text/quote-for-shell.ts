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
 * A command for people to copy: what is filled in stays one word, whoever named it, unless it is words of a command itself. A list becomes
 * a word for each of its items.
 * @example shell`person activate ${userId}`
 */
export function shell(
  texts: TemplateStringsArray,
  ...values: readonly (string | number | ShellWords | readonly string[])[]
): ShellWords {
  const quote = (value: string | number | ShellWords | readonly string[]) => {
    if (value instanceof ShellWords) return value
    return (Array.isArray(value) ? value : [String(value)]).map(quoteForShell).join(' ')
  }
  return new ShellWords(
    texts.map((text, index) => `${text}${index < values.length ? quote(values[index] ?? '') : ''}`).join(''),
  )
}

/** As a shell takes it for one word: people copy what we print. */
export function quoteForShell(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
