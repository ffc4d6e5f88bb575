import type { CheckHead } from '../../define/index.ts'
import { countNoun } from '../../text/count-noun.ts'

/** What a check was tried on, in a sentence. Undefined where nobody tried it, or where other code was tried. */
export function describeProof({ proof }: Pick<CheckHead, 'proof'>): string | undefined {
  if (proof === undefined || proof === 'none') return undefined
  const { cases, mutants, killed, notToldApart } = proof
  const rest = notToldApart > 0 ? `, and no answer was found that shows ${countNoun(notToldApart, 'other')}` : ''
  return `The judgement was tried on ${countNoun(cases, 'witness', 'witnesses')}. They notice ${killed} of ${countNoun(mutants, 'deliberate mistake')} in it${rest}.`
}
