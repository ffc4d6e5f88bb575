import type { Check } from '../../../define/index.ts'
import type { WitnessEntry } from './witness-schema.ts'

/** Witnesses of a check, by what they expect of it. One may count several times. */
export interface WitnessCount {
  readonly total: number
  readonly pass: number
  /** It fails, or needs a person. */
  readonly fail: number
  readonly undecided: number
}

export function countWitnesses(witnesses: readonly WitnessEntry[], { id }: Pick<Check, 'id'>): WitnessCount {
  const about = witnesses.filter(({ of }) => of.check === id)
  const count = (...verdicts: readonly string[]) =>
    about.filter(({ expect }) => {
      const expected = expect[id] ?? {}
      const words = typeof expected === 'string' ? [expected] : Object.keys(expected)
      return words.some((word) => verdicts.includes(word))
    }).length
  // What a person decides never passes and never fails: its good case is that there is nothing to look at.
  const isForPeople = count('pass', 'fail') === 0
  return {
    total: about.length,
    pass: isForPeople ? count('not_applicable', 'absent') : count('pass'),
    fail: count('fail', 'manual'),
    undecided: count('undecided', 'error'),
  }
}

/** What no witness of a check shows. */
export function listLacking(count: WitnessCount): readonly string[] {
  return (['pass', 'fail', 'undecided'] as const).filter((each) => count[each] === 0)
}
