import * as z from 'zod/mini'

export const text = z.string().check(z.minLength(1, 'must not be empty'))
export const texts = z.array(text).check(z.minLength(1, 'must name at least one'))
export const count = z.number().check(z.int('must be a whole number'), z.positive('must be greater than 0'))

/** An expression of CEL, which is checked when the whole file is known. */
export const expression = z.string().check(z.minLength(1, 'must not be empty'))

/** A name that a request gives to its answer. */
export const answerName = z.string().check(
  z.regex(/^[a-z][A-Za-z0-9_]{0,39}$/, 'must begin with a small letter and hold letters, digits and "_" only'),
  z.refine((name) => !(name in Object.prototype), 'is a name that every JavaScript object has; choose another'),
)

/**
 * One of several forms, told apart by what was written. A union would only say that none of them fits.
 * @param pick the form that the author means
 */
export type Choose = <Forms extends readonly z.ZodMiniType[]>(
  forms: Forms,
  pick: (value: unknown) => Forms[number],
) => z.ZodMiniType<z.infer<Forms[number]>, z.infer<Forms[number]>>

/** Reads by the form that is meant, and reports its problems. */
export const chooseForm: Choose = (_forms, pick) =>
  z.unknown().check(({ value, issues }) => {
    const parsed = z.safeParse(pick(value), value)
    if (!parsed.success) for (const issue of parsed.error.issues) issues.push({ ...issue, input: value } as never)
  }) as never

/** The same for a JSON Schema, which lists all forms. */
export const listForms: Choose = (forms) => z.union(forms as never) as never

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}
