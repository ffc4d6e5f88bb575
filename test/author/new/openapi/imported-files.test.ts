import { mkdirSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runChecks } from '../../../../src/app/runtime/index.ts'
import { createImportedFiles } from '../../../../src/author/new/openapi/imported-files.ts'
import { fakeVendor } from '../../../../src/author/testing/index.ts'
import type { AnyConnector } from '../../../../src/define/index.ts'
import { createFolder } from '../../../app/command.ts'
import { createApi, createQueryParameter, describeAnswering, importDescription } from './description.ts'

const evil = `a'"\`\\\${globalThis.pwned = 1}*/\n\u2028\u202e</b>`

/** A description that has a text wherever its author may write one. */
function saying(text: string): object {
  const item = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      [text]: { type: 'boolean', description: text },
      [`${text}_name`]: { enum: [text] },
    },
  }
  const parameters = [
    createQueryParameter(text, { default: text }, true),
    { name: text, in: 'header', required: true, schema: { default: text } },
  ]
  const schema = { type: 'object', properties: { [text]: { type: 'array', items: item } } }
  const key = { type: 'apiKey', in: 'header', name: 'X-Key', description: text }
  return {
    ...createApi(
      { info: { title: text }, externalDocs: { url: `https://acme.example/${text}` } },
      {
        '/users': describeAnswering(schema, { parameters, summary: text, description: text, operationId: text }),
        [`/${text}`]: describeAnswering({ type: 'array', items: item }),
        [`/orgs/${text}/{org}/users`]: describeAnswering({ type: 'array', items: item }),
        [`/users/{${text}}/keys`]: describeAnswering({ type: 'array', items: item }),
      },
    ),
    servers: [
      {
        url: 'https://{region}.acme.example',
        variables: { region: { default: text, enum: [text, 'eu'], description: text } },
      },
    ],
    security: [{ [text]: [text], key: [] }],
    components: { securitySchemes: { key, [text]: { type: 'apiKey', in: 'query', name: text } } },
  }
}

/** Node's messages about the syntax of the files. */
function syntaxErrors(files: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(files).flatMap(([name, text]) => {
    if (!name.endsWith('.ts')) return []
    try {
      stripTypeScriptTypes(text)
      return []
    } catch (error) {
      return [`${name}: ${String(error)}`]
    }
  })
}

/** The connector as Node loads it from its files. */
async function loaded(files: Readonly<Record<string, string>>): Promise<AnyConnector> {
  const place = createFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), text)
  }
  return (await import(/* @vite-ignore */ join(place, 'acme.ts'))).default
}

describe('createImportedFiles()', () => {
  test('keeps what a file says from becoming code, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', minLength: 1 }),
          fc.constantFrom(
            evil,
            '__proto__',
            'constructor',
            'class',
            '}',
            '{',
            '*/',
            '`',
            '`$',
            '<!-- checkwright docs: begin -->',
            `\${1}`,
            '//',
          ),
        ),
        (text) => {
          let files: Readonly<Record<string, string>> = {}
          try {
            files = createImportedFiles(importDescription(saying(text)))
          } catch (error) {
            // The definition's own rules refuse impossible headers and parameters.
            expect(error).toMatchObject({ code: 'CLI_USAGE' })
          }

          expect(syntaxErrors(files)).toEqual([])
          expect(Object.keys(files).filter((name) => !/^[\w.-]+$|^checks\/[a-z0-9-]+\.ts$/.test(name))).toEqual([])
          expect((files['README.md'] ?? '').split('<!--').length).toBeLessThanOrEqual(3)
          expect(files['README.md'] ?? '').not.toMatch(/[\u2028\u202e]/)
        },
      ),
    )
  })

  test('reads a description in which anything is something else, or says why not', () => {
    const whole = JSON.stringify(saying('acme'))
    const places = pointersIn(JSON.parse(whole))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...places), fc.jsonValue()), { maxLength: 4 }), (changes) => {
        const description = JSON.parse(whole)
        for (const [pointer, value] of changes) put(description, pointer, value)
        let files: Readonly<Record<string, string>> = {}
        try {
          files = createImportedFiles(importDescription(description))
        } catch (error) {
          expect(error).toMatchObject({ code: 'CLI_USAGE' })
        }

        expect(syntaxErrors(files)).toEqual([])
      }),
    )
  })

  test('ends with schemas that hold themselves, and that hold each other in ever more ways', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const doubled = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`S${index}`, { allOf: [ref(`S${index + 1}`), ref(`S${index + 1}`)] }]),
    )
    const knot = {
      properties: { id: { type: 'string' }, items: { type: 'array', items: ref('Knot') }, self: ref('Knot') },
    }
    const components = { schemas: { ...doubled, S40: { properties: { id: { type: 'string' } } }, Knot: knot } }
    const paths = {
      '/users': describeAnswering({ type: 'array', items: ref('S0') }),
      '/groups': describeAnswering({ type: 'object', properties: { data: { type: 'array', items: ref('Knot') } } }),
    }

    const { checks, excerpt } = importDescription(createApi({ components, security: [] }, paths))

    expect(checks.map(({ id }) => id)).toEqual(['users', 'groups'])
    expect(JSON.stringify(excerpt).length).toBeLessThan(10_000)
  })

  test('writes a connector that says what the description says, and runs nothing of it', async () => {
    const files = createImportedFiles(
      importDescription(
        { ...saying(evil), security: [{ key: [] }] },
        { endpoints: ['/users'], name: evil.replaceAll(/\p{Cc}/gu, ' ') },
      ),
    )

    const { definition, checks } = await loaded(files)

    expect(definition.name).toBe(evil.replaceAll(/\p{Cc}/gu, ' '))
    expect(checks.map(({ id }) => id)).toEqual(['users'])
    expect(globalThis).not.toHaveProperty('pwned')
  })

  test('writes a test whose vendor refuses every request but the login', () => {
    const tests = (authType: 'custom' | undefined) =>
      createImportedFiles(importDescription(createApi(), { authType }))['acme.test.ts']

    expect(tests('custom')).toContain('server.fail(/^(?!.*(?:\\/login)$)/, faults.status(403)')
    expect(tests(undefined)).toContain("server.fail('*', faults.status(403)")
  })

  test('writes checks that see every page, show facts and decide nothing', async () => {
    const item = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, mfa: { type: 'boolean' }, name: { type: 'string' } },
    }
    const page = {
      type: 'object',
      properties: { items: { type: 'array', items: item }, next_cursor: { type: 'string' } },
    }
    const paths = {
      '/users': describeAnswering(page, { parameters: [createQueryParameter('cursor')] }),
      '/groups': describeAnswering(
        { type: 'array', items: item },
        { parameters: [createQueryParameter('page', { default: 0 }), createQueryParameter('limit', { maximum: 100 })] },
      ),
      '/groups/{group_id}/members': describeAnswering(page, {
        parameters: [
          createQueryParameter('cursor'),
          { name: 'group_id', in: 'path', required: true, schema: { type: 'integer' } },
        ],
      }),
    }
    const made = importDescription(createApi({}, paths))
    await using vendor = await fakeVendor({ openapi: made.excerpt, credentials: made.signIn.expected })

    const { checks } = await runChecks(await loaded(createImportedFiles(made)), {
      credentials: made.signIn.credentials,
      fetch: vendor.fetch,
    })

    expect(checks.map(({ id, status, results }) => [id, status, results.length])).toEqual([
      ['second-factor', 'pass', 3],
      ['users', 'manual', 3],
      ['groups', 'manual', 3],
      ['members', 'manual', 9],
    ])
    expect(checks[1]?.results[0]).toMatchObject({ resource: { type: 'user', id: '1001' }, evidence: { mfa: true } })
    expect(vendor.violations).toEqual([])
  })

  test('writes checks that cannot tell where the description does not say how a list goes on', async () => {
    const item = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, mfa: { type: 'boolean' } } }
    const list = { type: 'array', items: item }
    const pages = [createQueryParameter('page')]
    const made = importDescription(
      createApi({}, { '/users': describeAnswering(list), '/teams': describeAnswering(list, { parameters: pages }) }),
    )
    const files = createImportedFiles(made)
    const json = [{ id: 'ada', mfa: true }]
    await using vendor = await fakeVendor({
      routes: { 'GET /v1/users': { json }, 'GET /v1/teams': ({ query }) => ({ json: query.has('page') ? [] : json }) },
    })
    const { credentials } = made.signIn

    const { checks, inventories } = await runChecks(await loaded(files), { credentials, fetch: vendor.fetch })

    expect(inventories).toMatchObject([{ of: 'account', complete: false }])
    expect(checks.map(({ id, status, error }) => [id, status, error?.kind])).toEqual([
      ['second-factor', 'error', 'incomplete_data'],
      ['users', 'error', 'incomplete_data'],
      ['teams', 'error', 'incomplete_data'],
    ])
    expect(checks[1]).toMatchObject({
      results: [{ status: 'manual' }],
      error: {
        message: 'The description does not say how the list goes on after its first page (GET /users).',
      },
    })
    expect(checks[2]?.error?.message).toContain('does not say whether "page" begins at 0 or 1')
    expect(files['README.md']).toContain('Find out how `GET /users` goes on')
  })

  test('writes checks that go on after the last item, to the end that the vendor names', async () => {
    const item = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
    const page = {
      type: 'object',
      properties: { data: { type: 'array', items: item }, has_more: { type: 'boolean' } },
    }
    const parameters = [createQueryParameter('starting_after', { type: 'string' })]
    const made = importDescription(createApi({}, { '/invoices': describeAnswering(page, { parameters }) }))
    await using vendor = await fakeVendor({ openapi: made.excerpt, credentials: made.signIn.expected, listLength: 7 })

    const { checks } = await runChecks(await loaded(createImportedFiles(made)), {
      credentials: made.signIn.credentials,
      fetch: vendor.fetch,
    })

    expect(checks).toMatchObject([{ id: 'invoices', status: 'manual', complete: true, requests: 4 }])
    expect(new Set(checks[0]?.results.map(({ resource }) => resource.id)).size).toBe(7)
    expect(vendor.violations).toEqual([])
  })

  test('writes checks that read what JSON:API puts into attributes, and stand it missing', async () => {
    const attributes = {
      type: 'object',
      properties: { 'full-name': { type: 'string' }, disabled: { type: 'boolean' }, mfa: { type: 'boolean' } },
    }
    const item = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, attributes } }
    const data = describeAnswering({ type: 'object', properties: { data: { type: 'array', items: item } } })
    const made = importDescription(createApi({}, { '/users': data }))
    const ada = { id: 'ada', attributes: { 'full-name': 'Ada', disabled: false, mfa: true } }
    await using vendor = await fakeVendor({ routes: { 'GET /v1/users': { json: { data: [ada, { id: 'bob' }] } } } })
    const { credentials } = made.signIn

    const { checks } = await runChecks(await loaded(createImportedFiles(made)), { credentials, fetch: vendor.fetch })

    expect(checks.find(({ id }) => id === 'users')?.results).toMatchObject([
      { resource: { id: 'ada', name: 'Ada' }, evidence: { disabled: false, mfa: true } },
      { resource: { id: 'bob' }, evidence: {} },
    ])
  })

  test('needs no article before what the list is of: integrations and users read alike', async () => {
    const item = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
    const made = importDescription(
      createApi({}, { '/integrations': describeAnswering({ type: 'array', items: item }) }),
    )
    await using vendor = await fakeVendor({ routes: { 'GET /v1/integrations': { json: [{ id: 'i1' }] } } })

    const { checks } = await runChecks(await loaded(createImportedFiles(made)), {
      credentials: made.signIn.credentials,
      fetch: vendor.fetch,
    })

    expect(checks[0]?.results[0]?.title).toBe('Decide what to ask of each integration')
  })

  test('writes a check that cannot tell where an item has no id, in place of making one up', async () => {
    const item = { type: 'object', properties: { id: { type: 'string', nullable: true } } }
    const made = importDescription(createApi({}, { '/users': describeAnswering({ type: 'array', items: item }) }))
    await using vendor = await fakeVendor({ routes: { 'GET /v1/users': { json: [{ id: 'ada' }, {}] } } })

    const { checks } = await runChecks(await loaded(createImportedFiles(made)), {
      credentials: made.signIn.credentials,
      fetch: vendor.fetch,
    })

    expect(checks[0]).toMatchObject({
      status: 'error',
      error: { kind: 'schema_drift' },
      results: [{ status: 'manual' }],
    })
  })
})

/** Every place in a value, as names one below the other. */
function pointersIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    [name],
    ...pointersIn(member).map((pointer) => [name, ...pointer]),
  ])
}

/** Puts a value where a pointer leads, if it leads anywhere still. */
function put(target: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  const next = target[name]
  if (rest.length === 0) target[name] = value
  else if (typeof next === 'object' && next !== null) put(next as Record<string, unknown>, rest, value)
}
