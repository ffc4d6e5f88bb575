import type { Connection } from '../../runtime/runtime.ts'
import type { Texts } from '../texts/texts.ts'

/** The state of a connection, and its meaning for a person. */
export function describeState(texts: Texts, { state, stateReason }: Pick<Connection, 'state' | 'stateReason'>): string {
  return [stateReason, texts.connections.stateTexts[state]].filter(Boolean).join(' ')
}
