import type { Child } from 'hono/jsx'

/**
 * A sentence with parts that are no text, such as links and times, as children of a page.
 * @example
 * phrase`Last seen on ${moment} by ${link}.`
 */
export function phrase(texts: TemplateStringsArray, ...parts: readonly Child[]): Child[] {
  return texts.flatMap((text, index) => [text, parts[index] ?? '']).filter((part) => part !== '')
}
