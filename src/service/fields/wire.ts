import { z } from '@hono/zod-openapi'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { type Field, isEntered, type ThingFields } from './field.ts'
import { fieldKinds, findProblem, fromWireValue, toWireValue } from './field-kinds.ts'
import type { ChangesOf, InputOf, ShownValuesOf } from './field-types.ts'

/** The schema of an object without its members' types: they follow from fields. */
export type WireObject = z.ZodObject<Record<string, z.ZodType>>

/** How fields look on the wire. Hidden fields are in none of it, and secrets in no answer. */
export interface Wire<Of extends ThingFields> {
  /** Of answers. */
  readonly item: WireObject
  /** Of a body that makes a record. Other members are refused. */
  readonly input: WireObject
  /** Of a body that changes some members, at least one. */
  readonly changes: WireObject
  toWire(values: ShownValuesOf<Of>): Readonly<Record<string, unknown>>
  /** What a body of `input` or `changes` says. */
  fromInput(body: Readonly<Record<string, unknown>>): InputOf<Of>
  fromChanges(body: Readonly<Record<string, unknown>>): ChangesOf<Of>
}

export function wire<Of extends ThingFields>(fields: Of): Wire<Of> {
  const shown = Object.entries(fields).filter(([, { isHidden }]) => !isHidden)
  const entered = Object.entries(fields).filter(([, field]) => isEntered(field))
  const shape = (of: typeof shown, make: (field: Field) => z.ZodType) =>
    Object.fromEntries(of.map(([name, field]) => [toWireName(name), make(field)]))
  const read = (body: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(entered.map(([name, field]) => [name, fromWireValue(field, body[toWireName(name)])]))
  return {
    item: z.object(shape(shown, describeItem)),
    input: z.strictObject(
      shape(entered, (field) => (field.isRequired ? checkInput(field) : checkInput(field).optional())),
    ),
    changes: z
      .strictObject(shape(entered, (field) => checkInput(field).optional()))
      .refine((changes) => Object.keys(changes).length > 0, 'must have a member'),
    toWire: (values) => {
      const all: Readonly<Record<string, unknown>> = values
      return Object.fromEntries(shown.map(([name, field]) => [toWireName(name), toWireValue(field, all[name])]))
    },
    fromInput: (body) => read(body) as InputOf<Of>,
    fromChanges: (body) => read(body) as ChangesOf<Of>,
  }
}

/** `createdAt` of `createdAtMs`: a time is ISO 8601 on the wire. */
function toWireName(name: string): string {
  return name.endsWith('Ms') ? name.slice(0, -2) : name
}

function describeItem(field: Field): z.ZodType {
  return describeField(field, chooseType(field))
}

/** The same with the rules of the field, which stand once. */
function checkInput(field: Field): z.ZodType {
  return describeField(
    field,
    chooseType(field).superRefine((value, context) => {
      const message = findProblem(field, fromWireValue(field, value))
      if (message !== undefined) context.addIssue({ code: 'custom', message, input: value })
    }),
  )
}

function describeField(field: Field, type: z.ZodType): z.ZodType {
  const { description, example, isNullable, kind } = field
  const nullable = isNullable ? type.nullable() : type
  const { type: _, enum: __, items: ___, ...keywords } = fieldKinds[kind].describe(field)
  return nullable.openapi(
    omitUndefined({ ...keywords, description, example: toWireValue(field, example ?? null) ?? undefined }),
  )
}

function chooseType({ kind, choices, decimals, item }: Omit<Field, 'optional' | 'nullable'> | Field): z.ZodType {
  if (kind === 'choice') return z.enum(choices as [string, ...string[]])
  if (kind === 'flag') return z.boolean()
  if (kind === 'number') return decimals === 0 ? z.int() : z.number()
  if (kind === 'list') return z.array(item === undefined ? z.string() : chooseType(item as Field))
  return z.string()
}
