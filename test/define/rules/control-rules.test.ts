import { describe, expect, test } from 'vitest'
import { defineConnector } from '../../../src/define/index.ts'
import { DefinitionError, type Problem } from '../../../src/errors/index.ts'

/** The reason why a check with these controls is refused. */
function mistakesIn(controls: unknown): string[] {
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    variables: [{ id: 'most', label: 'Most', type: 'number', default: 4 }],
  })
  try {
    acme.check({
      id: 'admins',
      title: 'Few',
      variables: [
        { id: 'strict', label: 'Strict', type: 'boolean' },
        { id: 'roles', label: 'Roles', type: 'multiselect', options: [{ value: 'owner', label: 'Owner' }] },
        { id: 'domains', label: 'Domains', type: 'list' },
      ],
      controls: controls as never,
      run: () => {},
    })
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    return error.problems.map(({ path, message }: Problem) => `${path} ${message}`)
  }
  return []
}

const bounded = (requires: object) => [{ id: 'soc2:CC6.3', requires }]

describe('controls of a check', () => {
  test('may be bounded by variables of the connector and its own', () => {
    const controls = [
      'soc2:CC6.1',
      ...bounded({ most: { min: 1, max: 4 }, strict: { oneOf: [true] }, roles: { includes: ['owner'] } }),
    ]

    expect(mistakesIn(controls)).toEqual([])
  })

  test.each<[string, unknown, string | string[]]>([
    ['no framework', ['CC6.1'], 'controls[0] must be "framework:control", such as "soc2:CC6.1"'],
    ['a number', [7], 'controls[0] must be "framework:control", or an object of id and requires'],
    ['twice', ['soc2:CC6.3', ...bounded({ most: { max: 4 } })], 'controls[1] "soc2:CC6.3" is listed twice; remove one'],
    [
      'a variable that nobody declares',
      bounded({ mots: { max: 4 } }),
      'controls[0].requires.mots is not a variable of the connector or the check; did you mean "most"?',
    ],
    [
      'a bound of another kind',
      bounded({ most: { oneOf: ['4'] } }),
      'controls[0].requires.most "oneOf" bounds no number variable; use min or max',
    ],
    [
      'a list of domains',
      bounded({ domains: { includes: ['acme.example'] } }),
      'controls[0].requires.domains bounds a list variable, which has no bounds; remove it',
    ],
    [
      'values of another kind',
      bounded({ strict: { oneOf: ['yes'] } }),
      'controls[0].requires.strict oneOf must list boolean values',
    ],
    [
      'a bound that says nothing',
      bounded({ roles: {} }),
      'controls[0].requires.roles has no bound; set oneOf or includes or empty',
    ],
    [
      'a misspelt bound',
      bounded({ most: { maximum: 4 } }),
      [
        'controls[0].requires.most.maximum is not an option here; remove it or check its spelling',
        'controls[0].requires.most has no bound; set min or max',
      ],
    ],
  ])('are refused with %s', (_name, controls, expected) => {
    expect(mistakesIn(controls)).toEqual([expected].flat())
  })
})
