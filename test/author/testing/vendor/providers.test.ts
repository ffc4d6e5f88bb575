import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDescribedVendor } from '../../../../src/author/testing/vendor/described-vendor.ts'
import { openDescription } from '../../../../src/descriptions/description.ts'
import { type Operation, readOperations } from '../../../../src/descriptions/operations.ts'
import { makeSample } from '../../../../src/descriptions/sample.ts'
import { isSoak } from '../../../setup/short-form.ts'

const folder = process.env.CHECKWRIGHT_TEST_DATA

beforeEach(({ skip }) => {
  if (folder === undefined) skip("needs the providers' descriptions in CHECKWRIGHT_TEST_DATA")
})

const providers = [
  'auth0',
  'azure',
  'cloudflare',
  'datadog',
  'digitalocean',
  'gcp',
  'github',
  'gitlab',
  'google-workspace',
  'jira',
  'microsoft-graph',
  'netlify',
  'okta',
  'sentry',
  'slack',
  'vercel',
]

/** Operations whose description contradicts itself: an example or alternative of a part does not fit that part's schema. */
const contradictions: Readonly<Record<string, number>> = { digitalocean: 7, okta: 7 }

/** Compiling every schema takes a while; what is not native to OpenAPI waits for the soak. */
const compiled = isSoak ? providers : ['okta', 'slack']

describe.each(providers)("fakeVendor({ openapi }) on %s's description", (provider) => {
  test('answers every GET that brings what it demands, and notes no violation', () => {
    const description = descriptionOf(provider)
    const vendor = createDescribedVendor(description, {})
    const operations = operationsIn(description).filter(({ method }) => method === 'GET')

    const failed = operations.filter(
      (operation) => vendor.answer(requestFor(operation), false).status !== operation.success.status,
    )

    expect(operations.length).toBeGreaterThan(5)
    expect(failed.map(({ name }) => name)).toEqual([])
    expect(vendor.violations).toEqual([])
  })
})

describe.each(compiled)("makeSample() on %s's description", (provider) => {
  test('makes values that fit their own schema', () => {
    const description = descriptionOf(provider)
    const ajv = new Ajv({
      strict: false,
      validateFormats: false,
      logger: false,
      ownProperties: true,
      unicodeRegExp: false,
    })
    ajv.addSchema({ ...asJsonSchema(description), $id: 'api' })

    const misfits = operationsIn(description).flatMap(({ name, success }) => {
      const schema = success.media?.at('schema')
      if (!schema?.isObject) return []
      const fits = ajv.compile(asJsonSchema(Object(schema.value)))
      return fits(makeSample(schema)) ? [] : [`${name}: ${ajv.errorsText(fits.errors)}`]
    })

    expect(misfits, misfits.join('\n')).toHaveLength(contradictions[provider] ?? 0)
  })
})

function operationsIn(description: object): readonly Operation[] {
  const opened = openDescription(description)
  return opened ? readOperations(opened.root) : []
}

function descriptionOf(provider: string): object {
  return JSON.parse(gunzipSync(readFileSync(join(folder ?? '', 'contracts', `${provider}.json.gz`))).toString())
}

/** OpenAPI 3.0 in terms of JSON Schema. */
function asJsonSchema<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (key, member) => {
    if (key === '$ref' && typeof member === 'string') return member.replace('#/', 'api#/')
    if (typeof member !== 'object' || member === null) return member
    const { nullable, ...schema } = member
    if (typeof schema.pattern === 'string' && !isReadable(schema.pattern)) delete schema.pattern
    // Several alternatives fit where providers tell them apart by prose.
    if (schema.oneOf) {
      schema.anyOf = schema.oneOf
      delete schema.oneOf
    }
    // Beside alternatives that have all the members it would allow nothing, which no provider means.
    if (schema.additionalProperties === false && schema.anyOf) delete schema.additionalProperties
    return nullable === true && typeof schema.type === 'string'
      ? { ...schema, type: [schema.type, 'null'] }
      : member.length === undefined
        ? schema
        : member
  })
}

/** Some write expressions of another language than JavaScript, which JSON Schema asks for. */
function isReadable(pattern: string): boolean {
  try {
    return new RegExp(pattern) !== undefined
  } catch {
    return false
  }
}

/** A request that brings all that the operation demands, and nothing else. */
function requestFor({ path: template, parameters }: Operation) {
  const needed = parameters.filter(({ required, in: place }) => required || place === 'path')
  const value = ({ node }: Operation['parameters'][number]) => [makeSample(node.at('schema')) ?? 'x'].flat()[0]
  const of = (place: string) =>
    needed.filter((each) => each.in === place).map((each): [string, string] => [each.name, String(value(each))])
  const paths = new Map(of('path'))
  const path = template.replaceAll(/\{\+?([^}]*)\}/g, (_, param) => encodeURIComponent(paths.get(param) ?? 'x'))
  const query = new URLSearchParams(of('query'))
  const url = new URL(`http://127.0.0.1${path}${query.size === 0 ? '' : `?${query}`}`)
  const headers = Object.fromEntries(of('header').map(([header, text]) => [header.toLowerCase(), text]))
  return { method: 'GET', url, path, query, headers, body: new Uint8Array() }
}
