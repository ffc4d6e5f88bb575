import * as z from 'zod'
import { createStrictData, createWordsSchema, schemaLink } from '../../../data/data-schema.ts'
import { resultStatuses } from '../../../define/index.ts'
import { isCalendarDay } from '../../../text/calendar-day.ts'

export type WitnessFile = z.infer<typeof witnessFileSchema>
export type WitnessEntry = WitnessFile['witnesses'][number]
export type ChangeEntry = NonNullable<WitnessEntry['change']>[number]
export type ExpectEntry = z.infer<typeof expectation>

/** What may be said of a resource: its result, that it could not be told, or that nothing is said of it. */
export const resourceVerdicts = [...resultStatuses, 'undecided', 'absent'] as const
export type ExpectedVerdict = (typeof resourceVerdicts)[number]

const witnessesMax = 2_000
const name = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must have small letters, digits and hyphens only')

export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be a day, such as 2026-12-31', abort: true })
  .refine(isCalendarDay, 'is not a day of the calendar')

const ids = z.array(z.union([z.string(), z.number()]).transform(String)).min(1, 'must name at least one resource')

const byResource = createStrictData({
  ...Object.fromEntries(
    resourceVerdicts.map((verdict) => [verdict, ids.optional().describe(`Ids of resources that are ${verdict}.`)]),
  ),
  error: z.string().optional().describe('The check as a whole could not tell, by an error of this kind: permission.'),
} as { readonly [verdict in ExpectedVerdict]: z.ZodOptional<typeof ids> } & {
  readonly error: z.ZodOptional<z.ZodString>
})

export const expectation = z
  .union([z.enum([...resultStatuses, 'error']), byResource], {
    error: ({ input }) =>
      typeof input === 'object' && input !== null
        ? undefined
        : `must be ${[...resultStatuses, 'error'].join(', ')}, or name resources: { fail: [id] }`,
  })
  .describe(
    'A word for the check as a whole and all its resources, or resources by their verdict. What is not named is as in the world.',
  )

export const change = createStrictData({
  request: createWordsSchema(
    'Method and path of the answer that differs: "GET /users", "GET …/keys?page=2". "…" stands for any text, and members of the query that you leave out may be any.',
  ),
  body: z.string().optional().describe('A text that the body of the request has, where several requests share a path.'),
  operation: z
    .string()
    .optional()
    .describe('Name of the operation, where a member of the form or a header names it, as at AWS: "DescribeVolumes".'),
  at: z
    .string()
    .optional()
    .describe('Where in the answer: `users[0].mfa`, `users[id=7].roles`. If you leave it out: the whole answer.'),
  is: z
    .json()
    .optional()
    .describe(
      'The value that stands there. A time may be written from `now` on: +10y, -90d, +6h. It takes the form of the time it replaces.',
    ),
  as: z
    .enum(['iso', 'seconds', 'milliseconds', 'day', 'utc'])
    .optional()
    .describe('How a time from `now` on is written, where it replaces none.'),
  remove: z
    .literal(true, { error: 'must be true, or left out' })
    .optional()
    .describe('Takes the member or the item out.'),
  add: z.json().optional().describe('Puts an item at the end of the list, or a member where there is none.'),
  repeat: z.int().min(1).optional().describe('Puts so many copies of the item behind it.'),
  status: z
    .int()
    .min(200)
    .max(599)
    .optional()
    .describe('The status of the answer, whose body then is empty unless `is` says it.'),
  header: z.record(z.string(), z.string()).optional().describe('Headers of the answer, by name.'),
})

export const source = createStrictData({
  url: z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' }),
  locator: createWordsSchema(
    "The member or word of the vendor's description that says so: `CryptoKey.nextRotationTime`, `GET /keys keys.state=ENABLED`.",
  ),
  says: createWordsSchema('What the vendor says, in your own words.'),
  read: day.describe('The day on which somebody read it.'),
})

const witness = createStrictData({
  id: name,
  of: createStrictData({
    check: createWordsSchema('Id of the check that it is about.'),
    way: createWordsSchema('The way in which the verdict comes about, in a few words.'),
  }),
  world: createWordsSchema('Name of the world.'),
  change: z.array(change).min(1, 'must have at least one change; leave it out for the world as it is').optional(),
  expect: z
    .record(z.string(), expectation)
    .refine((checks) => Object.keys(checks).length > 0, 'must name a check with its verdict')
    .describe('The verdicts that are right, by check. Those that are not named, of all checks, are as in the world.'),
  source: source.optional().describe('Who says so. A witness without one does not count until it has one.'),
})

/** A witness file: cases with the verdict that is right, and who says so. */
export const witnessFileSchema = createStrictData({
  $schema: schemaLink,
  checkwright: z.literal('witnesses/v1'),
  connector: createWordsSchema('Id of the connector.'),
  version: z.string().optional().describe('Version of the connector that it is written for. If you leave it out: any.'),
  now: z.iso
    .datetime({ error: 'must be a time in UTC, such as 2026-06-30T12:00:00Z' })
    .describe('When the checks run, in all worlds.'),
  worlds: z
    .record(name, createWordsSchema('Path of a recording, from this file.'))
    .describe('Answers of a vendor, as recordings (checkwright.recording/v1), by a name.'),
  witnesses: z.array(witness).max(witnessesMax, `must list at most ${witnessesMax}`),
  equivalent: z
    .array(
      createStrictData({
        mutant: createWordsSchema('The mutant, as "checkwright prove" names it.'),
        because: createWordsSchema('Why no answer can show it.'),
      }),
    )
    .optional()
    .describe('Mutants that judge as the check does. The rare exception.'),
})

export type WitnessReference = z.infer<typeof witnessReferenceSchema>

/** In place of witnesses: those of a connector whose checks these are, too. */
export const witnessReferenceSchema = createStrictData({
  $schema: schemaLink,
  checkwright: z.literal('witness-reference/v1'),
  connector: createWordsSchema('Id of the connector.'),
  witnesses: createWordsSchema('Path, from this file, of the witnesses of a connector that has the same checks.'),
})

/** What stands beside a connector about what its judgements are tried on. */
export const witnessDocumentSchema = z.discriminatedUnion('checkwright', [witnessFileSchema, witnessReferenceSchema])
