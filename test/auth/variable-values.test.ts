import { describe, expect, test } from 'vitest'
import { carryOverVariables, parseVariables } from '../../src/auth/variable-values.ts'
import type { Variable } from '../../src/define/index.ts'
import { CredentialError } from '../../src/errors/index.ts'

const options = [
  { value: 'eu', label: 'Europe' },
  { value: 'us', label: 'USA' },
]
const declared: readonly Variable[] = [
  { id: 'name', label: 'Name', type: 'text' },
  { id: 'most', label: 'Most', type: 'number', default: 4, min: 1, max: 9 },
  { id: 'strict', label: 'Strict', type: 'boolean', default: false },
  { id: 'region', label: 'Region', type: 'select', options },
  { id: 'regions', label: 'Regions', type: 'multiselect', options, default: ['eu'] },
  { id: 'team', label: 'Team', type: 'select' },
]

function problemsOf(input: Readonly<Record<string, unknown>>, variables = declared): string[] {
  try {
    parseVariables(variables, input)
    return []
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error
    expect(error.code).toBe('VARIABLE_INVALID')
    return error.problems.map(({ path, message }) => `${path}: ${message}`)
  }
}

const domains: Variable[] = [{ id: 'domains', label: 'Domains', type: 'list', required: true }]

describe('a list', () => {
  test('holds domains as they are compared, however they were typed', () => {
    const typed = [
      'acme.example, ACME.example.',
      ' acme.example\nbücher.example;',
      ['Acme.Example', 'xn--bcher-kva.example'],
    ]

    expect(typed.map((value) => parseVariables(domains, { domains: value }))).toEqual([
      { domains: ['acme.example'] },
      { domains: ['acme.example', 'xn--bcher-kva.example'] },
      { domains: ['acme.example', 'xn--bcher-kva.example'] },
    ])
  })

  test.each([[''], [' , '], [[]], [undefined]])('that holds none, as %j, is as good as none', (value) => {
    expect(problemsOf({ domains: value }, domains)).toEqual(['domains: is required (Domains)'])
    expect(parseVariables([{ id: 'domains', label: 'Domains', type: 'list' }], { domains: value })).toEqual({})
  })

  test.each([
    ['*.acme.example', '"*.acme.example" has a wildcard; list each domain'],
    ['gmail.com', '"gmail.com" is a public mail service, where anybody has an address'],
    ['GMail.com.', '"gmail.com" is a public mail service, where anybody has an address'],
    ['mx.yahoo.co.uk', '"mx.yahoo.co.uk" is a public mail service, where anybody has an address'],
    ['co.uk', '"co.uk" is a public suffix, below which anybody has domains'],
    ['com', '"com" is no domain; write it as "acme.example"'],
    ['127.0.0.1', '"127.0.0.1" is no domain; write it as "acme.example"'],
    ['[::1]', '"[::1]" is no domain; write it as "acme.example"'],
    ['@acme.example', '"@acme.example" is no domain; write it as "acme.example"'],
    ['https://acme.example', '"https://acme.example" is no domain; write it as "acme.example"'],
    ['acme..example', '"acme..example" is no domain; write it as "acme.example"'],
    ['-acme.example', '"-acme.example" is no domain; write it as "acme.example"'],
    [[`${'a'.repeat(64)}.example`], `"${'a'.repeat(64)}.example" is no domain; write it as "acme.example"`],
    [[7], 'must be a list of domains'],
    [{ 0: 'acme.example' }, 'must be a list of domains'],
    [Array.from({ length: 101 }, (_, n) => `d${n}.example`), 'must be at most 100 domains'],
  ])('refuses %j', (value, problem) => {
    expect(problemsOf({ domains: value }, domains)).toEqual([`domains: ${problem} (Domains)`])
  })
})

describe('carryOverVariables()', () => {
  const most: Variable = { id: 'most', label: 'Most', type: 'number', renamed: ['max', 'limit'] }

  test('moves a value to the id that its variable has now', () => {
    expect(carryOverVariables([most], { max: 2, name: 'n' })).toEqual({ most: 2, name: 'n' })
    expect(carryOverVariables([most], { limit: 3 })).toEqual({ most: 3 })
    expect(carryOverVariables([most], { most: 4 })).toEqual({ most: 4 })
  })

  test('moves it to both where one variable became two', () => {
    expect(carryOverVariables([most, { ...most, id: 'least' }], { max: 2 })).toEqual({ most: 2, least: 2 })
  })

  test('leaves a value that nothing takes, so that it is told', () => {
    expect(carryOverVariables([most], { most: 4, max: 2 })).toEqual({ most: 4, max: 2 })
    expect(carryOverVariables([most, { ...most, id: 'max', renamed: [] }], { max: 2 })).toEqual({ max: 2 })
  })
})

describe('parseVariables()', () => {
  test('fills in defaults, and leaves the others out', () => {
    expect(parseVariables(declared, {})).toEqual({ most: 4, strict: false, regions: ['eu'] })
    expect(parseVariables(declared, { most: '', name: null })).toEqual({ most: 4, strict: false, regions: ['eu'] })
  })

  test('converts text, as forms and command lines give it', () => {
    expect(
      parseVariables(declared, { name: 'n', most: '7', strict: 'true', region: 'us', regions: 'eu, us', team: 'any' }),
    ).toEqual({ name: 'n', most: 7, strict: true, region: 'us', regions: ['eu', 'us'], team: 'any' })
  })

  test('takes values of their own type', () => {
    expect(parseVariables(declared, { most: 1, strict: true, regions: [] })).toEqual({
      most: 1,
      strict: true,
      regions: [],
    })
  })

  test('lists every problem at once', () => {
    expect(
      problemsOf({ name: 5, most: '0', strict: 'yes', region: 'asia', regions: 'eu,asia', team: 1, extra: 1 }),
    ).toEqual([
      'name: must be text (Name)',
      'most: must be at least 1 (Most)',
      'strict: must be true or false (Strict)',
      'region: must list only eu, us (Region)',
      'regions: must list only eu, us (Regions)',
      'team: must be one of its options (Team)',
      'extra: is not a variable; there is name, most, strict, region, regions, team',
    ])
    expect(problemsOf({ most: 'x' })).toEqual(['most: must be a number (Most)'])
    expect(problemsOf({ most: 10 })).toEqual(['most: must be at most 9 (Most)'])
    expect(problemsOf({ extra: 1 }, [])).toEqual(['extra: is not a variable; there are none'])
  })

  test('demands what is required, and takes nothing from the prototype', () => {
    const required: Variable[] = [{ id: 'name', label: 'Name', type: 'text', required: true }]

    expect(problemsOf({}, required)).toEqual(['name: is required (Name)'])
    expect(problemsOf(Object.create({ name: 'inherited' }), required)).toEqual(['name: is required (Name)'])
  })
})
