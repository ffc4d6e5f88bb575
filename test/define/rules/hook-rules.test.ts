import { describe, expect, test } from 'vitest'
import { createWithApiKey, createWithAuth, createWithOAuth2, define, listMistakes } from '../definitions.ts'

const custom = createWithAuth({ type: 'custom', config: { credentialFields: [] } })
const code = () => undefined

describe('hooks', () => {
  test.each([
    ['authenticate', custom],
    ['token', createWithOAuth2()],
    ['sign', createWithApiKey()],
    ['test', createWithApiKey()],
    ['classify', createWithApiKey()],
  ])('%s is kept as it is', (name, definition) => {
    const connector = define(definition, { [name]: code })

    expect(connector.hooks).toEqual({ [name]: code })
  })

  test.each([
    ['authenticate', createWithApiKey(), 'goes with auth.type "custom" only; remove it'],
    ['authenticate', createWithOAuth2(), 'goes with auth.type "custom" only; remove it'],
    ['token', custom, 'goes with auth.type "oauth2" only; remove it'],
    ['verify', createWithOAuth2(), 'goes with auth.type "custom" only; remove it'],
    ['verify', custom, 'needs the hook authenticate, because it is called before it; add authenticate'],
    ['sgin', custom, 'is not an option here; did you mean "sign"?'],
    ['onError', custom, 'is not an option here; remove it or check its spelling'],
  ])('%s is refused where nothing would call it', (name, definition, message) => {
    expect(listMistakes(definition, { [name]: code })).toEqual([`hooks.${name}: ${message}`])
  })

  test('must be functions, and all that are not are listed', () => {
    expect(listMistakes(custom, { authenticate: {}, sign: 'x', test: null })).toEqual([
      'hooks.authenticate: must be a function',
      'hooks.sign: must be a function',
      'hooks.test: must be a function',
    ])
  })

  test.each([[[]], [code], ['sign'], [new Map()]])('%j is no object of hooks', (hooks) => {
    expect(listMistakes(custom, hooks)).toEqual(['hooks: must be an object of functions'])
  })

  test('that are undefined are left out', () => {
    const connector = define(custom, { sign: undefined, test: code, options: undefined })

    expect(Object.keys(connector.hooks)).toEqual(['test'])
    expect(connector.toJSON().hooks).toEqual(['test'])
  })
})

describe('the hook options', () => {
  const variables = [
    { id: 'region', label: 'Region', type: 'select' },
    { id: 'teams', label: 'Teams', type: 'multiselect' },
    { id: 'days', label: 'Days', type: 'number' },
  ]
  const both = { region: code, teams: code }

  test('gives options to the variables that list none', () => {
    expect(listMistakes(createWithApiKey({ variables }), { options: both })).toEqual([])
  })

  test.each([
    [
      'a variable that is no choice',
      { ...both, days: code },
      'hooks.options.days: is not a select or multiselect variable of the connector; declare it or remove this',
    ],
    [
      'a variable that does not exist',
      { ...both, 'no such': code },
      'hooks.options["no such"]: is not a select or multiselect variable of the connector; declare it or remove this',
    ],
    [
      'something that is no function',
      { ...both, teams: [] },
      'hooks.options.teams: must be a function that returns the options',
    ],
    [
      'a choice left without options',
      { region: code },
      'variables[1].options: is required; list the options. A connector as code can fetch them with the hook options.teams',
    ],
  ])('is refused for %s', (_name, options, mistake) => {
    expect(listMistakes(createWithApiKey({ variables }), { options })).toEqual([mistake])
  })

  test('is an object', () => {
    expect(listMistakes(createWithApiKey(), { options: code })).toEqual([
      'hooks.options: must be an object with a function for each variable',
    ])
  })
})
