import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countRuns } from '../../setup/count-runs.ts'
import { catchProblems, createWithAuth, createWithOAuth2, define, listMistakes } from '../definitions.ts'

/** A right definition with a member of every kind. */
const whole = createWithOAuth2(
  {
    customSettings: [{ id: 'app', label: 'App', type: 'text', required: true, token: '{APP}' }],
    capture: [{ from: 'token', path: 'team.id', id: 'team' }],
    tokenPlacement: { header: 'X-Token', prefix: '' },
    tokenTypes: ['user'],
    tokenParams: { audience: '{site}' },
  },
  {
    version: '1.0.0',
    category: 'identity',
    allowedHosts: ['*.acme.example'],
    headers: { 'Acme-Site': '{site}' },
    credentialFields: [
      { id: 'site', label: 'Site', type: 'text', pattern: '[a-z]+' },
      { id: 'region', label: 'Region', type: 'select', options: [{ value: 'eu', label: 'Europe' }] },
    ],
    variables: [
      { id: 'days', label: 'Days', type: 'number', min: 1, max: 9, default: 5 },
      { id: 'plan', label: 'Plan', type: 'select', options: [{ value: 'free', label: 'Free' }], default: 'free' },
    ],
    test: { path: '/me', query: { site: '{site}' } },
    limits: { concurrency: 4 },
  },
)

/** Two mistakes that only rules find, far from anything that the tests below break. */
const ruleMistakes = { query: { x: '{nobody}' }, docsUrl: 'https://docs.acme.example', graphqlPath: '/{nowhere}' }
const ruleProblems = ['query.x', 'graphqlPath']

describe('one error lists what the schema and what the rules find', () => {
  const places = pathsIn(whole)
  const strategy = ['auth', 'auth.type', 'auth.config']

  test.each(places.map((path) => [path.join('.'), path] as const))('also when %s is of a wrong kind', (name, path) => {
    const broken = replacedAt({ ...whole, ...ruleMistakes }, path, 5n)

    const paths = catchProblems(() => define(broken)).map((problem) => problem.path)

    const written = name.replace(/\.(\d+)/g, '[$1]').replace(/\.([A-Z]\w*-\w+)/g, '["$1"]')
    expect(paths).toContain(written)
    if (!strategy.includes(name)) expect(paths).toEqual(expect.arrayContaining(ruleProblems))
  })

  test('also in a list of which one element is of a wrong kind', () => {
    const wrong = { ...whole, allowedHosts: ['*.com', 5, '*.co.uk'] }

    const paths = catchProblems(() => define(wrong)).map((problem) => problem.path)

    expect(paths).toEqual(['allowedHosts[1]', 'allowedHosts[0]', 'allowedHosts[2]'])
  })

  test('and blames a stand-in for nothing', () => {
    const wrong = { ...whole, variables: [{ id: 'days', label: 'Days', type: 'number', min: 'one', max: 0 }] }

    expect(listMistakes(wrong)).toEqual(['variables[0].min: must be a number, not a string'])
  })

  test('and says of a wrong discriminator nothing about what stands beside it', () => {
    const wrong = createWithAuth({ type: 'oauth3', config: { scopes: [], secret: 1 } })

    expect(listMistakes(wrong)).toEqual([
      'auth.type: must be "oauth2", "api_key", "basic" or "custom", not "oauth3"; did you mean "oauth2"?',
    ])
  })
})

describe('defineConnector() throws nothing but DefinitionError', () => {
  const junk = fc.oneof(
    { weight: 3, arbitrary: fc.anything({ withDate: true, withMap: true, withNullPrototype: true, withBigInt: true }) },
    { weight: 1, arbitrary: fc.constantFrom('{', '{}', '{site}', '__proto__', 'constructor', '*.com', 'https://{x}') },
  )

  test('for any value', () => {
    fc.assert(fc.property(junk, (value) => catchProblems(() => define(value)).length > 0))
  })

  test('for a right definition in which up to three members became something else', () => {
    const change = fc.tuple(fc.constantFrom(...pathsIn(whole)), junk)

    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const broken = changes.reduce<unknown>((value, [path, other]) => replacedAt(value, path, other), whole)
        const problems = catchProblems(() => define(broken))
        expect(problems.every(({ message }) => message !== '' && !message.includes('undefined'))).toBe(true)
      }),
      { numRuns: countRuns(400) },
    )
  })

  test('for any hooks', () => {
    fc.assert(
      fc.property(fc.oneof(junk, fc.dictionary(fc.constantFrom('sign', 'options', 'token', 'x'), junk)), (hooks) => {
        catchProblems(() => define(whole, hooks))
      }),
    )
  })
})

/** Every path to a member or element. */
function pathsIn(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value)
  return keys.flatMap((key) => [[key], ...pathsIn(Reflect.get(value, key)).map((path) => [key, ...path])])
}

function replacedAt(value: unknown, [key, ...rest]: readonly (string | number)[], other: unknown): unknown {
  if (key === undefined) return other
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value
  const member = replacedAt(Reflect.get(value, key), rest, other)
  return Array.isArray(value) ? value.with(Number(key), member) : { ...value, [key]: member }
}
