import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from 'checkwright/runtime'
import { type FakeVendor, fixedClock } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { note } from '../../../test/connectors/note.ts'
import { createResolver, findDifferences, findSchemaAt } from '../../../test/connectors/schema-differences.ts'
import { aws } from '../index.ts'
import { parseXml } from '../xml.ts'
import { type AskedCall, credentials, now, parseCall, renderXmlElement, role, startAwsApi } from './aws-api.ts'
import { everything } from './everything.ts'
import { facts } from './facts.ts'
import { createWireSchema, createWireValue, findViolations, type Models } from './models.ts'

const models = loadProviderDescription('aws') as Models | undefined
const known = models ?? { info: { version: '' }, services: {} }

describe.skipIf(models === undefined)("aws and its services' models (needs CHECKWRIGHT_TEST_DATA)", () => {
  test('every request is one that the models describe, and every operation is a fact', async () => {
    await using api = await startAwsApi(everything)

    const { checks } = await runChecks(aws, {
      credentials: { ...credentials, ...role },
      fetch: api.fetch,
      clock: fixedClock(now),
    })

    const calls = listCalls(api)
    const violations = calls.flatMap((call) => [...findViolations(known, call), ...findAddressProblems(call)])
    const operations = [...new Set(calls.map(({ service, operation }) => `${service}.${operation}`))].sort()
    note({ connector: aws.id, requests: calls.length, operations, violations: violations.length })
    expect(checks.filter(({ error }) => error)).toEqual([])
    expect(violations).toEqual([])
    expect(operations).toEqual(Object.keys(facts.operations).sort())
  })

  test.each(Object.entries(facts.operations))('%s declares what is read of it', (operation, read) => {
    const resolve = createResolver(known)

    for (const { reads, at = '' } of [read].flat()) {
      const found = findDifferences(reads, findSchemaAt(createWireSchema(known, operation), at, resolve), resolve)
      expect(found.filter((each) => !each.endsWith(' may be absent'))).toEqual([])
    }
  })

  test.each(readDocumentedExamples())('%s, as AWS documents it, is understood', (_file, operation, output) => {
    const { reads, at } = [facts.operations[operation] ?? []].flat()[0] ?? {}
    const wire = createWireValue(known, operation, output)
    const sent = known.services[operation.split('.')[0] ?? '']?.metadata.protocol.includes('json')
      ? wire
      : parseXml(renderXmlElement('Answer', wire))
    const values = at === undefined ? [sent] : readItemsAt(sent, at)

    expect(values.length).toBeGreaterThan(0)
    for (const value of values)
      expect((reads as z.ZodMiniType | undefined)?.safeParse(value)).toMatchObject({ success: true })
  })
})

interface Addressed extends AskedCall {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function listCalls({ requests, url }: FakeVendor): Addressed[] {
  return requests.map(({ method, path: target, headers, body }) => {
    const { pathname: path, searchParams: query } = new URL(target, url)
    return { ...parseCall({ method, path, query, headers, text: () => body }), headers, body }
  })
}

/** Whether version and target are those of the models. */
function findAddressProblems({ service, headers, body }: Addressed): string[] {
  const { protocol, apiVersion, targetPrefix } = known.services[service]?.metadata ?? {}
  const version = new URLSearchParams(body).get('Version')
  if (protocol === 'json' && !headers['x-amz-target']?.startsWith(`${targetPrefix}.`))
    return [`${service} has another target`]
  return (protocol === 'query' || protocol === 'ec2') && version !== apiVersion
    ? [`${service} is at ${apiVersion}`]
    : []
}

/** Examples of AWS's documentation for operations that are used: file, operation and parsed output. */
function readDocumentedExamples(): [file: string, operation: string, output: unknown][] {
  const folder = join(process.env.CHECKWRIGHT_TEST_DATA ?? '', 'contracts/fixtures/aws')
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((file): [string, string, unknown][] => {
    const { path, body } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    return Object.hasOwn(facts.operations, path) ? [[file, path, body.output]] : []
  })
}

function readItemsAt(value: unknown, path: string): unknown[] {
  return path
    .split('.')
    .reduce<unknown[]>(
      (values, step) => (step === '[]' ? values.flat() : values.map((each) => Reflect.get(Object(each), step))),
      [value],
    )
}
