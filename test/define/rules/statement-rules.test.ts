import { describe, expect, test } from 'vitest'
import { bindStatements, defineConnector } from '../../../src/define/index.ts'
import { DefinitionError } from '../../../src/errors/index.ts'

function defineCheck(states: unknown) {
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    variables: [{ id: 'max_owners', label: 'Most', type: 'number', default: 4 }],
  })
  return acme.check({
    id: 'owners',
    title: 'Few',
    variables: [{ id: 'strict', label: 'Strict', type: 'boolean' }],
    states: states as never,
    run: () => {},
  })
}

function listMistakes(states: unknown): readonly string[] {
  try {
    defineCheck(states)
    return []
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    return error.problems.map(({ path, message }) => `${path} ${message}`)
  }
}

describe('statements of a check', () => {
  test.each([
    ['none, on purpose', []],
    ['one by its id', ['second-factor-used']],
    ['one with a variable of the connector', [{ 'few-administrators': { most: 'max_owners' } }]],
    ['one with a fixed number', ['second-factor-used', { 'passwords-strong': { least: 10 } }]],
    ['one that nobody knows yet', ['backups-tried']],
  ])('may be %s', (_what, states) => {
    expect(listMistakes(states)).toEqual([])
    expect(defineCheck(states).states).toEqual(states)
  })

  test.each([
    ['a statement is named twice', ['a', { a: { most: 1 } }], 'states "a" is listed twice; remove one'],
    [
      'a variable does not exist',
      [{ 'few-administrators': { most: 'max_owner' } }],
      'states[0]["few-administrators"].most "max_owner" is not a variable of the connector or the check; did you mean "max_owners"?',
    ],
    ['a variable is no number', [{ a: { most: 'strict' } }], 'states[0].a.most binds "strict", which is no number'],
    ['an item names two', [{ a: {}, b: {} }], 'states[0] must name one statement; begin another item for the next'],
    ['an id is no id', ['Few admins'], 'states[0] must be the id of a statement, such as "second-factor-used"'],
  ])('are refused if %s', (_why, states, message) => {
    expect(listMistakes(states)).toEqual([message])
  })

  test('stand by id in the outcome of a check, and are left out where it names none', () => {
    expect(bindStatements(['a', { b: { most: 'max_owners', least: 2 } }])).toEqual({
      a: {},
      b: { most: 'max_owners', least: 2 },
    })
    expect(bindStatements([])).toBeUndefined()
    expect(bindStatements()).toBeUndefined()
  })
})
