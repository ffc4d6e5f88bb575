import * as z from 'zod/mini'
import { strict } from './strict.ts'
import type { ValueSchemas } from './values.ts'

export type Fields = ReturnType<typeof buildFields>

/** Credential fields, OAuth apps' settings and variables. */
export function buildFields({ text, isFree, notFree, valueId, pattern }: ValueSchemas) {
  const option = strict({ value: z.string(), label: z.string() })
  const options = z.array(option).check(z.minLength(1, 'must list at least one option'))

  const fieldBase = {
    id: valueId,
    label: text,
    required: z.optional(z.boolean()),
    placeholder: z.optional(z.string()),
    helpText: z.optional(z.string()),
    pattern: z.optional(pattern),
  }
  const token = z.optional(
    z.templateLiteral(['{', z.string(), '}'], 'must be the placeholder with its braces, such as "{APP_NAME}"').check(
      z.refine((braced) => /^\{[^{}]+\}$/.test(braced), 'must be a name in one pair of braces, such as "{APP_NAME}"'),
      z.refine((braced) => isFree(braced.slice(1, -1)), notFree),
    ),
  )
  const typedField = { ...fieldBase, type: z.enum(['text', 'password', 'textarea', 'number', 'url']) }
  const choiceField = { ...fieldBase, type: z.enum(['select', 'combobox']), options }

  const credentialFieldSchema = z.discriminatedUnion('type', [
    strict({ ...typedField, callbackParam: z.optional(text) }),
    strict({ ...choiceField, type: z.enum(['select', 'multiselect', 'combobox']) }),
    strict({ ...fieldBase, type: z.literal('boolean') }),
    strict({ ...fieldBase, type: z.literal('certificate'), passphraseField: z.optional(valueId) }),
  ])
  const customSetting = z.discriminatedUnion('type', [
    strict({ ...typedField, token }),
    strict({ ...choiceField, token }),
  ])

  const variableBase = {
    id: valueId,
    label: text,
    required: z.optional(z.boolean()),
    helpText: z.optional(z.string()),
    renamed: z.optional(z.array(valueId)),
  }

  const variableSchema = z.discriminatedUnion('type', [
    strict({ ...variableBase, type: z.literal('text'), default: z.optional(z.string()) }),
    strict({
      ...variableBase,
      type: z.literal('number'),
      default: z.optional(z.number()),
      min: z.optional(z.number()),
      max: z.optional(z.number()),
    }),
    strict({ ...variableBase, type: z.literal('boolean'), default: z.optional(z.boolean()) }),
    strict({
      ...variableBase,
      type: z.literal('select'),
      options: z.optional(options),
      default: z.optional(z.string()),
    }),
    strict({
      ...variableBase,
      type: z.literal('multiselect'),
      options: z.optional(options),
      default: z.optional(z.array(z.string())),
    }),
    strict({ ...variableBase, type: z.literal('list'), default: z.optional(z.array(z.string())) }),
  ])

  return { credentialFieldSchema, customSetting, variableSchema }
}
