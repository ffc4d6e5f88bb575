import * as z from 'zod'
import { createStrictData, createWordsSchema, schemaLink } from '../../../data/data-schema.ts'
import { statementRelations } from '../statements/statement-mapping.ts'

const createValuesSchema = <T extends z.ZodType>(value: T) =>
  z.array(value).min(1, 'must list at least one value').optional()

const bound = createStrictData({
  min: z.number().optional(),
  max: z.number().optional(),
  oneOf: createValuesSchema(z.union([z.string(), z.boolean()], { error: 'must be a text, true or false' })),
  includes: createValuesSchema(z.string()),
  empty: z.literal(true, { error: 'must be true, or left out' }).optional(),
})

const control = createStrictData({
  id: z
    .string()
    .regex(/^\S+$/, 'must have at least one character, and no spaces')
    .describe('As the framework numbers it: "A1", "7.2(b)".'),
  title: createWordsSchema('What the control requires, in a few words of your own.'),
  group: createWordsSchema('Heading under which the framework lists it.').optional(),
  obligation: z
    .enum(['required', 'addressable'])
    .optional()
    .describe('Whether the framework lets you judge if the control fits.'),
  parent: createWordsSchema('The control that this one is a part of.').optional(),
})

const mapping = createStrictData({
  control: z
    .string()
    .regex(/^[a-z0-9.-]+:\S+$/, 'must be "framework:control", such as "soc2:CC6.1"')
    .describe('A control of this framework or of another: "soc2:CC6.1".'),
  check: z
    .string()
    .regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, 'must be "connector/check", such as "github/org-two-factor-required"')
    .optional()
    .describe('A check that speaks for the control: "github/org-two-factor-required".'),
  requires: z
    .record(z.string(), bound)
    .optional()
    .describe('Bounds by variable. With a value outside of them a pass of the check does not satisfy the control.'),
  statement: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be the id of a statement, such as "unused-accounts-removed"')
    .optional()
    .describe('In place of a check: a statement that the control asks for, whatever the vendor is.'),
  relation: z
    .enum(statementRelations)
    .optional()
    .describe('How much of the control the statement looks at. What only intersects never counts.'),
  needed: z.literal(true, { error: 'must be true, or left out' }).optional(),
  within: z
    .record(z.string(), bound)
    .optional()
    .describe('Bounds by parameter of the statement. With a looser value a pass does not satisfy the control.'),
})

/** Ids of frameworks: `acme-baseline`. */
export const frameworkIdPattern = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/

/** A framework file. */
export const frameworkFileSchema = createStrictData({
  $schema: schemaLink,
  id: z
    .string()
    .regex(frameworkIdPattern, 'must contain only small letters, digits, and "-" or "." between them')
    .describe('The part before the colon in the controls of checks: "acme-baseline".'),
  title: createWordsSchema('Name of the framework.'),
  version: createWordsSchema('Edition. In quotes when it is a number.').optional(),
  source: createWordsSchema("Address of the framework's text.").optional(),
  controls: z.array(control).optional().describe('Left out in a file that only adds mappings to other frameworks.'),
  mappings: z
    .array(mapping)
    .optional()
    .describe(
      'Checks and statements that speak for controls, in addition to the controls that the checks themselves list.',
    ),
  reader: createWordsSchema('Who read which statements the controls ask for. Needed where one is mapped.').optional(),
  read: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, such as "2026-06-30"')
    .optional()
    .describe('Day of that reading.'),
})
