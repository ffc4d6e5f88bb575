import type { Texts } from '../../all-texts/texts.ts'
import type { Connection } from '../../runtime/runtime.ts'

/** States of which the catalogue says all that the sentence of the program does, in the language of the reader. */
const explained: readonly Connection['state'][] = ['needs_reauth', 'paused', 'disconnected']

/** The state of a connection, and its meaning for a person. */
export function describeState(texts: Texts, { state, stateReason }: Pick<Connection, 'state' | 'stateReason'>): string {
  return [explained.includes(state) ? undefined : stateReason, texts.connections.stateTexts[state]]
    .filter(Boolean)
    .join(' ')
}
