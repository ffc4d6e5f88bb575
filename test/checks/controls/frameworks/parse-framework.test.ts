import { describe, expect, test } from 'vitest'
import { connectors } from '../../../../connectors/index.ts'
import { explainUnknownControl } from '../../../../src/checks/controls/frameworks/explain-unknown-control.ts'
import { frameworkFileSchema } from '../../../../src/checks/controls/frameworks/framework-schema.ts'
import { parseFramework } from '../../../../src/checks/controls/frameworks/parse-framework.ts'
import {
  frameworkIds,
  loadFramework,
  loadSurroundings,
  shippedFrameworks,
} from '../../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { DataFileError } from '../../../../src/data/data-file.ts'
import { toControlId } from '../../../../src/define/index.ts'

const shipped = await Promise.all(Object.values(shippedFrameworks).map((load) => load()))
const around = await loadSurroundings()
const parse = (text: string) => parseFramework('acme.yaml', new TextEncoder().encode(text), around)

const file = `id: acme-baseline
title: Acme baseline
version: '3'
controls:
  - { id: A1, title: Everybody has a second factor }
  - { id: A2, title: Administrators are few }
mappings:
  - control: acme-baseline:A1
    check: github/org-two-factor-required
  - control: soc2:CC6.3
    check: acme/admins
    requires:
      most: { max: 4 }
`

const stating = `id: acme
title: Acme
reader: Ada
read: '2026-06-01'
controls: [{ id: A1, title: Accounts that nobody uses are removed }]
mappings: [{ control: acme:A1,
    statement: unused-accounts-removed,
    needed: true,
    within: { idle: { max: 90 } } }]
`

function mistakesIn(text: string): string[] {
  try {
    parse(text)
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error
    expect(error.code).toBe('CONTROLS_INVALID')
    return error.problems.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`)
  }
  return []
}

describe('parseFramework()', () => {
  test('reads controls and mappings', () => {
    const framework = parse(file)

    expect(framework).toEqual({
      id: 'acme-baseline',
      title: 'Acme baseline',
      version: '3',
      controls: [
        { id: 'A1', title: 'Everybody has a second factor' },
        { id: 'A2', title: 'Administrators are few' },
      ],
      mappings: [
        { control: 'acme-baseline:A1', check: 'github/org-two-factor-required' },
        { control: 'soc2:CC6.3', check: 'acme/admins', requires: { most: { max: 4 } } },
      ],
    })
  })

  test('reads which statements its controls ask for, with the digest of that text', () => {
    const { statements, mappings } = parse(stating)

    expect(mappings).toEqual([])
    expect(statements).toMatchObject({
      framework: 'acme',
      reader: 'Ada',
      read: '2026-06-01',
      statesBy: 'statements',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      controls: {
        A1: {
          reason: 'Accounts that nobody uses are removed',
          statements: { 'unused-accounts-removed': { needed: true, within: { idle: { max: 90 } } } },
        },
      },
    })
  })

  test('reads a file that only adds mappings', () => {
    const framework = parse('{ "id": "x", "title": "X", "mappings": [{ "control": "soc2:CC6.1", "check": "a/b" }] }')

    expect(framework.controls).toEqual([])
  })

  test.each([
    ['a control twice', file.replace('A2', 'A1'), ['6:11 controls[1].id "A1" is listed twice; remove one']],
    [
      'a mapping to no control',
      file.replace('baseline:A1', 'baseline:A3'),
      ['8:14 mappings[0].control "acme-baseline:A3" is not a control of acme-baseline'],
    ],
    [
      'a mapping to no control of a shipped framework',
      file.replace('CC6.3', 'CC6.33'),
      ['10:14 mappings[1].control "soc2:CC6.33" is not a control of soc2; did you mean "soc2:CC6.3"?'],
    ],
    [
      'a shipped id',
      file.replaceAll('acme-baseline', 'hipaa').replace('hipaa:A1', 'hipaa:164.312(d)'),
      ['1:5 id "hipaa" comes with Checkwright; choose another id for yours, and map to the controls of that framework'],
    ],
    [
      'a bound that says nothing',
      file.replace('{ max: 4 }', '{}'),
      ['13:13 mappings[1].requires.most has no bound; set min, max, oneOf, includes or empty'],
    ],
    [
      'a misspelt bound',
      file.replace('max: 4', 'maxx: 4'),
      ['13:15 mappings[1].requires.most.maxx is not an option here; did you mean "max"?'],
    ],
    [
      'a mapping to a framework that is not here',
      file.replace('soc2:CC6.3', 'soc3:CC6.3'),
      ['10:14 mappings[1].control is of the framework "soc3", which is not here; did you mean "soc2"?'],
    ],
    [
      'a control of another shipped framework that is not there',
      file.replace('soc2:CC6.3', 'nist-csf-2.0:PR.AA-99'),
      [
        '10:14 mappings[1].control "nist-csf-2.0:PR.AA-99" is not a control of nist-csf-2.0; did you mean "nist-csf-2.0:PR.AA-01"?',
      ],
    ],
    [
      'a statement that no check shows',
      stating.replace('unused-accounts-removed', 'unused-accounts-remove'),
      [
        '7:16 mappings[0].statement "unused-accounts-remove" is shown by no check; did you mean "unused-accounts-removed"?',
      ],
    ],
    [
      'a parameter that the statement does not have',
      stating.replace('idle:', 'age:'),
      ['9:20 mappings[0].within.age is no parameter of "unused-accounts-removed"; it has idle'],
    ],
    [
      'a statement for a control of another framework',
      stating.replace('acme:A1', 'soc2:CC6.1'),
      ['6:23 mappings[0].control is of another framework; only its own controls ask for statements'],
    ],
    [
      'a statement that nobody read',
      stating.replace(/reader: .*\n/, ''),
      [
        '6:16 mappings[0].statement needs the member "reader" of the file: who read that the control asks for it, and on which day',
      ],
    ],
    [
      'a check beside a statement',
      stating.replace('needed: true', 'check: a/b'),
      ['8:12 mappings[0].check stands beside a statement; make two entries'],
    ],
    [
      'a relation of a check',
      file.replace('check: acme/admins', 'check: acme/admins\n    needed: true'),
      ['12:13 mappings[1].needed belongs to a statement; name one in place of the check'],
    ],
    [
      'a mapping to nothing',
      file.replace('    check: github/org-two-factor-required\n', ''),
      ['8:5 mappings[0] names neither a check nor a statement'],
    ],
    ['a version that is a number', file.replace("'3'", '3'), ['3:10 version must be a string, not 3']],
    ['nothing to say', 'id: x\ntitle: X', ['1:1  has neither controls nor mappings']],
  ])('refuses %s', (_name, text, expected) => {
    expect(mistakesIn(text)).toEqual(expected)
  })
})

test('every control that a shipped connector names is one of its framework', async () => {
  const loaded = await Promise.all(Object.values(connectors).map((load) => load()))

  const unknown = loaded.flatMap(({ id, checks }) =>
    checks.flatMap((check) =>
      (check.controls ?? [])
        .flatMap((control) => explainUnknownControl(toControlId(control), shipped) ?? [])
        .map((why) => `${id}/${check.id}: ${why}`),
    ),
  )

  expect(unknown).toEqual([])
})

describe('the shipped frameworks', () => {
  test.each(shipped.map((framework) => [framework.id, framework] as const))(
    '%s fits the schema of framework files',
    (id, framework) => {
      const parsed = frameworkFileSchema.safeParse(framework)

      expect(parsed.error?.issues).toBeUndefined()
      expect(new Set(framework.controls.map((control) => control.id)).size).toBe(framework.controls.length)
      expect(framework.id).toBe(id)
    },
  )

  test('have every control of their editions', () => {
    const ids = Object.fromEntries(shipped.map(({ id, controls }) => [id, controls.map((control) => control.id)]))
    const series = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)

    expect(ids.iso27001).toEqual([
      ...series('A.5.', 37),
      ...series('A.6.', 8),
      ...series('A.7.', 14),
      ...series('A.8.', 34),
    ])
    const counts = {
      CC1: 5,
      CC2: 3,
      CC3: 4,
      CC4: 2,
      CC5: 3,
      CC6: 8,
      CC7: 5,
      CC8: 1,
      CC9: 2,
      A1: 3,
      C1: 2,
      PI1: 5,
      P1: 1,
      P2: 1,
      P3: 2,
      P4: 3,
      P5: 2,
      P6: 7,
      P7: 1,
      P8: 1,
    }
    expect(ids.soc2).toEqual(Object.entries(counts).flatMap(([category, count]) => series(`${category}.`, count)))
    expect(ids.gdpr).toEqual(['32', '32(1)(a)', '32(1)(b)', '32(1)(c)', '32(1)(d)', '32(2)', '32(4)'])
    // 45 CFR 164 Subpart C, Appendix A, with the specifications of 164.314 and 164.316.
    const count = (obligation: string) =>
      shipped.find(({ id }) => id === 'hipaa')?.controls.filter((control) => control.obligation === obligation).length
    expect([ids.hipaa?.length, count('addressable')]).toEqual([69, 22])
  })

  test('are found by id, and nothing else is', async () => {
    expect(frameworkIds).toEqual(['soc2', 'iso27001', 'hipaa', 'gdpr'])
    expect((await loadFramework('soc2'))?.id).toBe('soc2')
    expect(await loadFramework('constructor')).toBeUndefined()
  })
})

test('explainUnknownControl() is silent about frameworks that nobody knows', () => {
  expect(explainUnknownControl('acme:1', shipped)).toBeUndefined()
  expect(explainUnknownControl('iso27001:A.8.5', shipped)).toBeUndefined()
  expect(explainUnknownControl('iso27001:A8.5', shipped)).toBe(
    '"iso27001:A8.5" is not a control of iso27001; did you mean "iso27001:A.8.5"?',
  )
})
