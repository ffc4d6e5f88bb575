import { describe, expect, test } from 'vitest'
import { DataFileError } from '../../../src/data/data-file.ts'
import { readConnector } from '../../../src/data/read-connector.ts'
import { acmeYaml } from '../acme.ts'

const base = acmeYaml('https://api.acme.example')
const rule = (text: string) => base.replace('pass: body.sso.enforced', text)

function readProblems(yaml: string): readonly string[] {
  try {
    readConnector('acme.yaml', new TextEncoder().encode(yaml))
    return []
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error
    return error.problems.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`)
  }
}

const never = (side: string) => `is never ${side}, whatever the vendor answers, so it decides nothing`

describe('a rule that says the same whatever the vendor answers is refused', () => {
  test.each<[string, string]>([
    ['pass: body.sso.enforced || true', 'false'],
    ['pass: body.sso.enforced && false', 'true'],
    ['pass: body.id == body.id', 'false'],
    ['pass: body.id != body.id', 'true'],
    ['pass: body.id >= body . id', 'false'],
    ['pass: "!(body.id < body.id)"', 'false'],
    ['pass: body.on || !body.on', 'false'],
    ['pass: "!body.on && body.on"', 'true'],
    ['pass: "body.on ? true : true"', 'false'],
    ['pass: "body.on ? body.id == body.id : true"', 'false'],
  ])('%s', (text, side) => {
    expect(readProblems(rule(text))).toEqual([`35:11 checks[1].pass ${never(side)}`])
  })

  test.each([
    'pass: body.sso.enforced',
    'pass: body.a || body.b',
    'pass: "body.on ? true : false"',
    'pass: body.a == body.b',
    'pass: body.on || !body.off',
  ])('and %s is not', (text) => {
    expect(readProblems(rule(text))).toEqual([])
  })

  test('a rule that reads no answer is told once, and not what uses it', () => {
    const yaml = rule('values: { limit: vars.max_ownerz }\n    pass: limit > 1')

    expect(readProblems(yaml)).toEqual([
      '35:22 checks[1].values.limit reads "max_ownerz", which is not there; did you mean "max_owners"?',
    ])
  })
})

describe('a rule that is never reached is told', () => {
  test.each<[string, string, string]>([
    [
      'a doubt that is there twice',
      rule('unknown: [{ when: body.a, because: A. }, { when: body . a, because: B. }]\n    pass: body.on'),
      '35:54 checks[1].unknown[1].when is never reached, because an earlier rule asks the same',
    ],
    [
      'a gap that is there twice',
      rule('gaps: [{ when: body.a, says: a }, { when: body.a, says: b }]'),
      '35:47 checks[1].gaps[1].when is never reached, because an earlier rule asks the same',
    ],
    [
      'a verdict that "applies" has asked for',
      rule('applies: body.on\n    pass: body.on'),
      '36:11 checks[1].pass asks what "applies" has asked, so nothing fails',
    ],
    [
      'a verdict that leaves everything unknown',
      rule('unknown: [{ when: body.on, because: It is. }]\n    pass: body.on'),
      '36:11 checks[1].pass asks what makes an item unknown (unknown[0]), so nothing passes',
    ],
    [
      'a title of what does not apply',
      rule('notApplicable: { title: Not so }\n    pass: body.on'),
      '35:20 checks[1].notApplicable is never reached, because there is no "applies"',
    ],
    [
      'bounds of which one is beyond the other',
      base.replace('min: 1, max: vars.max_owners', 'min: 5, max: 2'),
      '48:66 checks[3].count.min is more than "max", so nothing passes',
    ],
    [
      'a refusal that is there twice',
      base.replace(
        'inventories:',
        "refusals: [{ when: body.error == 'x', kind: auth }, { when: body.error == 'x', kind: plan }]\ninventories:",
      ),
      '10:61 refusals[1].when is never reached, because an earlier rule asks the same',
    ],
    [
      'a POST that no request sends',
      base.replace('inventories:', 'posts: [/search]\ninventories:'),
      '10:9 posts[0] allows a POST that no request sends; remove it',
    ],
  ])('%s', (_what, yaml, problem) => {
    expect(readProblems(yaml)).toEqual([problem])
  })
})

test('a value that asks by has(…) is for texts and evidence, and no verdict rests on it', () => {
  const values = "values: { by: \"has(body.by) ? body.by : 'nobody'\", also: by + '!' }"
  const shown = rule(`${values}\n    pass: body.on\n    evidence: { by: by }`).replace(
    'Passwords still work',
    "'{by} let passwords work'",
  )

  expect(readProblems(shown)).toEqual([])
  expect(readProblems(rule(`${values}\n    pass: also == 'nobody!'`))).toEqual([
    '36:11 checks[1].pass rests on "also", which asks by has(…), so a member that the vendor leaves out would decide; use it in texts only',
  ])
})
