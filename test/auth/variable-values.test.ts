import { describe, expect, test } from 'vitest'
import { parseVariables } from '../../src/auth/variable-values.ts'
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
