import * as z from 'zod/mini'

/**
 * The schema of an identifier, for zod, or as a Standard Schema of its own: text, or a whole number as text. Vendors
 * write ids as numbers above 2^53, where JavaScript has the same number for two of them. Answers keep their digits, and
 * an id as text can only be compared and shown. Empty text and a number with a fraction do not fit, nor does text with
 * half of a surrogate pair, because stores write each half alike.
 * @example
 * const User = z.object({ id: id(), manager: z.nullish(id()), email: z.string() })
 */
export function id(): z.ZodMiniType<string, string | number> {
  return z.pipe(
    z.custom<string | number>((value) => findIdProblem(value) === undefined, {
      error: ({ input }) => findIdProblem(input),
    }),
    z.transform((value: string | number) => String(value)),
  )
}

function findIdProblem(value: unknown): string | undefined {
  if (value === undefined) return 'is missing'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? undefined : 'is a number that cannot be an id'
  if (typeof value !== 'string') return 'is neither text nor a number'
  if (value.trim() === '') return 'is empty'
  return value.isWellFormed() ? undefined : 'is not well-formed text'
}
