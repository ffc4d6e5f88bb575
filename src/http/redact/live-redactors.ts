import type { Redactor } from './redact.ts'

const live = new Set<Redactor>()

/** From now until it is released, text that nobody's redactor is asked for goes through this one too. */
export function holdRedactor(redactor: Redactor): () => void {
  live.add(redactor)
  return () => void live.delete(redactor)
}

/** The text without the secrets of all work that is under way: a connector's `console.log` says nothing of whose it is. */
export function redactByLive(text: string): string {
  let redacted = text
  for (const redactor of live) redacted = redactor.text(redacted)
  return redacted
}
