import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { AnyConnector, RunResult } from 'checkwright'
import { runChecks } from 'checkwright/runtime'
import { type FakeVendorOptions, fakeVendor } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { note } from './note.ts'
import { createResolver, findDifferences, findSchemaAt, type Schema } from './schema-differences.ts'
import { watchUses } from './watch-uses.ts'

/** The parts of its provider's API that a connector relies on: its requests, and the members that it reads. */
export interface Facts {
  /** The source of the description, and its version. */
  readonly source: string
  /** Name of the description in the folder of test data. @default the connector's id */
  readonly description?: string
  /**
   * Why nothing is said of members that may be absent: the description marks none as required. Should one be missing, the
   * answer is an error and not a guess.
   */
  readonly marksNoneRequired?: string
  /** By method and path template, as the description writes them: `GET /orgs/{org}`. */
  readonly operations: Readonly<Record<string, OperationFacts | readonly OperationFacts[]>>
}

/** The members read from one operation's answer; several if it answers in several shapes. */
export interface OperationFacts {
  /** For the answer, or for the value at `at`. */
  readonly reads: z.core.$ZodType
  /** Dotted path of what `reads` is about; `[]` is an item of a list, and `{}` a value of a map: `members.[]`. @default the answer itself */
  readonly at?: string
  /** Members that our schema requires and the description leaves open, each with the reason. */
  readonly open?: Readonly<Record<string, string>>
}

export interface DescribedOptions {
  readonly facts: Facts
  /** The provider's OpenAPI description. @default the one of that name in CHECKWRIGHT_TEST_DATA */
  readonly description: object | string
  readonly credentials: Readonly<Record<string, unknown>>
  /** Of the platform, where the connector has such. */
  readonly settings?: Readonly<Record<string, string>>
  readonly variables?: Readonly<Record<string, unknown>>
  /** Options of the vendor that serves the description, such as `auth` and routes that it lacks. */
  readonly vendor?: Omit<FakeVendorOptions, 'openapi'>
}

/**
 * Holds a connector to its provider's description: every request is one that it knows, every operation is one of the facts,
 * and every field that is read is declared there.
 */
export function expectDescribed(connector: AnyConnector, options: DescribedOptions): void {
  const description =
    typeof options.description === 'string' ? loadProviderDescription(options.description) : options.description
  const { facts } = options

  describe.skipIf(description === undefined)(
    `${connector.id} and its provider's description (needs CHECKWRIGHT_TEST_DATA)`,
    () => {
      test('every request is one that the provider describes, and every operation is a fact', async () => {
        await using vendor = await fakeVendor({ openapi: description ?? {}, ...options.vendor })

        await runOn(connector, vendor.fetch, options)

        const { requests, operations, violations } = vendor
        note({ connector: connector.id, requests: requests.length, operations, violations: violations.length })
        expect(vendor.violations).toEqual([])
        expect(Object.keys(facts.operations)).toEqual(expect.arrayContaining([...vendor.operations]))
      })

      test.each(readings(facts))(
        '$operation declares what is read of it',
        ({ operation, reads, at = '', open = {} }) => {
          const resolve = createResolver(description ?? {})
          const theirs = findSchemaAt(answerSchema(description ?? {}, operation), at, resolve)

          const found = findDifferences(reads, theirs, resolve).filter(
            (each) => facts.marksNoneRequired === undefined || !each.endsWith(' may be absent'),
          )
          expect(new Set(found)).toEqual(new Set(Object.keys(open)))
        },
      )
    },
  )
}

function readings({ operations }: Facts) {
  return Object.entries(operations).flatMap(([operation, each]) =>
    [each].flat().map((read) => ({ operation, ...read })),
  )
}

/** A provider's description out of the data for tests; undefined where that is not at hand. */
export function loadProviderDescription(provider: string): object | undefined {
  const file = join(process.env.CHECKWRIGHT_TEST_DATA ?? '', `contracts/${provider}.json.gz`)
  return existsSync(file) ? JSON.parse(gunzipSync(readFileSync(file)).toString()) : undefined
}

async function runOn(
  connector: AnyConnector,
  fetch: NonNullable<Parameters<typeof runChecks>[1]['fetch']>,
  { credentials, settings, variables = {} }: DescribedOptions,
): Promise<RunResult> {
  const watched = watchUses(connector)
  const result = await runChecks(watched.connector, { credentials, settings, variables, fetch })
  watched.end()
  return result
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | undefined>>>>
}

interface Operation {
  readonly responses?: Readonly<Record<string, Response>>
}

interface Response {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

/** The successful answer of a described operation. @throws when there is no such operation */
function answerSchema(description: object, operation: string): Schema {
  const [method = '', path = ''] = operation.split(' ')
  const { responses = {} } = (description as Described).paths[path]?.[method.toLowerCase()] ?? {}
  const [answer] = Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? [response] : []))
  const { content = {} } = createResolver(description)(answer ?? {})
  const schema = Object.entries(content).find(([type]) => type.includes('json'))?.[1].schema
  if (schema === undefined) throw new Error(`${operation} is not described.`)
  return schema
}
