import * as z from 'zod/mini'
import { strict } from '../../define/index.ts'

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

/** What the vendor writes where there is none, whether it may leave the member out then, and the page that says so. */
export function buildNone() {
  return strict({
    /** What the vendor writes there: `null`, an empty text, 0. */
    values: z.optional(z.array(z.union([z.null(), z.string(), z.number()]))),
    /**
     * The vendor leaves the member out. `withParents`: also an object that holds it, of an answer that has other members.
     * `withAnswer`: also all of the answer.
     */
    absent: z.optional(z.union([z.boolean(), z.enum(['withParents', 'withAnswer'])])),
    /** The vendor's page that says so, or a sentence about recorded answers. */
    source: text,
  })
}

/**
 * How a vendor writes a time. `day`: without hours, such as 2026-05-01, which is read as its first moment in UTC. `utc`: without a zone,
 * such as 2026-05-01 12:30:00 or 2026-05-01T12:30:00, which the vendor means in UTC.
 */
export const timeForm = z.enum(['iso', 'seconds', 'milliseconds', 'day', 'utc'])

/** Forms by name. Most files use few of them, and building one takes longer than reading by it. */
export type Forms = Readonly<Record<string, () => z.ZodMiniType>>

type FormValue<All extends Forms> = z.infer<ReturnType<All[keyof All]>>

/**
 * One of several forms, told apart by what was written. A union would only say that none of them fits.
 * @param pick the name of the form that the author means
 * @param otherwise a form that tells which there are, where none was meant
 */
export type Choose = <All extends Forms>(
  forms: All,
  pick: (value: unknown) => keyof All | undefined,
  otherwise?: () => z.ZodMiniType,
) => z.ZodMiniType<FormValue<All>, FormValue<All>>

/** Reads by the form that is meant, and reports its problems. */
export const chooseForm: Choose = (forms, pick, otherwise = z.unknown) => {
  const built = new Map<PropertyKey | undefined, z.ZodMiniType>()
  const build = (name: keyof typeof forms | undefined) => {
    const form = built.get(name) ?? ((name === undefined ? undefined : forms[name]) ?? otherwise)()
    built.set(name, form)
    return form
  }
  return z.unknown().check(({ value, issues }) => {
    const parsed = z.safeParse(build(pick(value)), value, { jitless: true })
    if (!parsed.success) for (const issue of parsed.error.issues) issues.push({ ...issue, input: value } as never)
  }) as never
}

/** The same for a JSON Schema, which lists all forms. */
export const listForms: Choose = (forms) => z.union(Object.values(forms).map((build) => build()) as never) as never

export type NoneEntry = z.infer<ReturnType<typeof buildNone>>

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}
