import { countNoun } from '../../text/count-noun.ts'

/** `observed 3 of 5 statements`, which stands beside every state. */
export function formatObserved({ observed, of }: { readonly observed: number; readonly of: number }): string {
  return `observed ${observed} of ${countNoun(of, 'statement')}`
}
