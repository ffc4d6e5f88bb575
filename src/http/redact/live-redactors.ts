import type { Redactor } from './redact.ts'

/** What the set holds in a redactor's place. */
interface Hold {
  redactor: Redactor | undefined
}

// A set that is filled and emptied all the time leaves its old tables to V8's next full collection, with all that was in
// them. A redactor knows a whole run's secrets, so the tables get something small.
const live = new Set<Hold>()

/** From now until it is released, text without a redactor of its own goes through this one too. */
export function holdRedactor(redactor: Redactor): () => void {
  const hold: Hold = { redactor }
  live.add(hold)
  return () => {
    hold.redactor = undefined
    live.delete(hold)
  }
}

/**
 * The text without the secrets of all running work: a connector's `console.log` does not show which run it belongs to.
 */
export function redactByLive(text: string): string {
  let redacted = text
  for (const { redactor } of live) redacted = redactor?.text(redacted) ?? redacted
  return redacted
}
