/** Secrets of a story, and whether a text or file holds one of them in any form in which secrets travel. */
export class Canaries {
  readonly #forms = new Map<string, readonly Buffer[]>()

  add(name: string, secret: string | null | undefined): void {
    if (secret) this.#forms.set(`${name} ${this.#forms.size}`, formsOf(secret))
  }

  get count(): number {
    return this.#forms.size
  }

  /** Names of the secrets that are in there. */
  in(haystack: string | Uint8Array): string[] {
    const bytes = Buffer.from(haystack)
    return [...this.#forms].filter(([, forms]) => forms.some((form) => bytes.includes(form))).map(([name]) => name)
  }
}

function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret)
  const texts = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    // Wherever it stands in what is encoded, as in "user:password": the part of the code that is its own.
    ...['', 'x', 'xx'].flatMap((before) => {
      const code = Buffer.concat([Buffer.from(before), bytes])
        .toString('base64')
        .replace(/=+$/, '')
      const own = code.slice(before.length === 0 ? 0 : before.length + 1, -2)
      return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
    }),
  ]
  return texts.map((text) => Buffer.from(text))
}
