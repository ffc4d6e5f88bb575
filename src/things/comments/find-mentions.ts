import { type EmailAddress, parseEmailAddress } from '../../inventory/email-address.ts'

/** How many people a comment can notify by name. Further names notify nobody. */
export const mentionsMax = 20

/** An address after an @ that does not follow a letter. Lengths are bounded, so that no text takes long to match. */
const mention = /(?<![\p{L}\p{N}._%+@-])@([^\s@<>()[\]{},;:"]{1,64}@[\p{L}\p{M}\p{N}.-]{1,255})/gu

/** The addresses that a text names as `@ada@acme.example`, each once, in their order. */
export function findMentions(content: string): readonly EmailAddress[] {
  const found = new Set<EmailAddress>()
  for (const [, text = ''] of content.matchAll(mention)) {
    // A full stop or dash at the end belongs to the sentence.
    const address = parseEmailAddress(text.replace(/[.-]+$/, ''))
    if (address !== undefined) found.add(address)
    if (found.size === mentionsMax) break
  }
  return [...found]
}
