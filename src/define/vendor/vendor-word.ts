import * as z from 'zod/mini'
import type { ReadingContext } from '../check/reading-context.ts'

/**
 * The schema of a word out of a closed set, for zod, or as a Standard Schema of its own. An unknown word does not fit,
 * because it could mean pass or fail. The check ends as `error`, which names the word.
 * @param words every word that the check knows
 * @example
 * const Alert = z.object({ severity: vendorWord(['low', 'medium', 'high', 'critical']) })
 */
export function vendorWord<const Word extends string>(words: readonly Word[]): z.ZodMiniType<Word, Word> {
  return z.enum(words as readonly [Word, ...Word[]], { error: ({ input }) => findWordProblem(input) })
}

/**
 * The same for a word that matters in some cases only, so that its schema accepts any.
 * @param place the vendor's name of the member, for the message
 * @returns the word; an unknown word ends the check as `error`, which names it
 * @example
 * const type = parseWord(ctx, assignment.principalType, ['User', 'Group', 'ServicePrincipal'], 'principalType')
 */
export function parseWord<const Word extends string>(
  ctx: Pick<ReadingContext, 'cannotTell'>,
  value: unknown,
  words: readonly Word[],
  place: string,
): Word {
  const word = words.find((each) => each === value)
  return (
    word ??
    ctx.cannotTell({ kind: 'schema_drift', message: `${place} of the vendor's answer ${findWordProblem(value)}.` })
  )
}

// Texts that look like a word of a vendor's vocabulary. Any other text may be somebody's data or a secret.
const wordForm = /^[A-Za-z][A-Za-z0-9_.-]{0,39}$/

function findWordProblem(value: unknown): string {
  if (value === undefined) return 'is missing'
  if (value === null) return 'is null'
  if (typeof value !== 'string') return 'is not text'
  return wordForm.test(value)
    ? `is "${value}", a value that the check does not know`
    : 'is a value that the check does not know'
}
