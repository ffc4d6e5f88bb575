import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type AnyConnector, defineConnector } from 'checkwright'
import { connectors } from 'checkwright/connectors'
import { beforeAll, describe, expect, test } from 'vitest'

// "type" or "grant" distinguish zod's oneOf; ajv needs its own keyword in each alternative.
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, allowUnionTypes: true })
const schema = JSON.parse(readFileSync(new URL('../../docs/schemas/connector.schema.json', import.meta.url), 'utf8'))
const judge = ajv.compile(schema)

describe('docs/schemas/connector.schema.json', () => {
  const shipped = Object.entries(connectors)
  let all: readonly AnyConnector[]
  beforeAll(async () => {
    all = await Promise.all(shipped.map(([, load]) => load()))
  })

  test.each(shipped.map(([id], index) => ({ id, index })))('accepts the connector $id as data', ({ index }) => {
    const json = JSON.parse(JSON.stringify(all[index]))

    expect([judge(json), judge.errors]).toEqual([true, null])
  })

  test('tells what each member is for, as the types do', () => {
    expect(schema.properties.baseUrl.description).toBe('Template. Paths of requests are joined to it.')
    expect(schema.properties.checks.items.properties.timeoutMs.description).toBe(
      'Deadline of the check. Default: 600_000.',
    )
  })

  const good = {
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  }
  const asData = (definition: object) => ({ ...definition, hooks: [], checks: [] })

  test('accepts what defineConnector accepts', () => {
    expect([judge(asData(good)), judge.errors]).toEqual([true, null])
    expect(define(good)).toMatchObject({ id: 'acme' })
  })

  test.each<[string, object]>([
    ['a misspelt member', { ...good, baseURL: good.baseUrl }],
    [
      'a member of a strategy that it does not have',
      { ...good, auth: { type: 'api_key', config: { in: 'header', name: 'X', scopes: [] } } },
    ],
    ['a strategy that is none', { ...good, auth: { type: 'jwt', config: {} } }],
    [
      'an authorization code without its page',
      { ...good, auth: { type: 'oauth2', config: { tokenUrl: 'https://a.example', scopes: [] } } },
    ],
    [
      'options of a field that is typed freely',
      { ...good, credentialFields: [{ id: 'a', label: 'A', type: 'text', options: [{ value: 'x', label: 'X' }] }] },
    ],
    ['bounds of a text', { ...good, variables: [{ id: 'a', label: 'A', type: 'text', min: 1 }] }],
    ['a category that is none', { ...good, category: 'clouds' }],
    ['an id in capitals', { ...good, id: 'Acme' }],
    ['no address', { ...good, baseUrl: undefined }],
  ])('refuses %s, as defineConnector does', (_what, definition) => {
    expect(judge(JSON.parse(JSON.stringify(asData(definition))))).toBe(false)
    expect(() => define(definition)).toThrow(expect.objectContaining({ code: 'DEFINITION_INVALID' }))
  })
})

/** As JavaScript calls it. */
const define = defineConnector as (definition: object) => unknown
