import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseWaiverList, parseWaivers } from '../../../src/checks/waivers/parse-waivers.ts'
import { DataFileError } from '../../../src/data/data-file.ts'
import { CheckwrightError } from '../../../src/errors/index.ts'

const now = new Date('2026-06-01T00:00:00Z')
const parse = (text: string) => parseWaivers('waivers.yaml', new TextEncoder().encode(text), now)

const terms = '{ justification: Old, approver: Ada, expires: 2026-12-31 }'
const waiver = `waivers:
  - connector: github
    check: [default-branch-protected, members-two-factor]
    resource: acme/*
    justification: >
      Archived next month.
    approver: ada@acme.example
    expires: 2026-12-31
`

/** The problems of a file, as `line:column path message`. */
function mistakesIn(input: string | Uint8Array): string[] {
  try {
    parseWaivers('waivers.yaml', typeof input === 'string' ? new TextEncoder().encode(input) : input, now)
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error
    expect(error.code).toBe('WAIVERS_INVALID')
    return error.problems.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`)
  }
  return []
}

describe('parseWaivers()', () => {
  test('reads YAML, and says where each waiver begins', () => {
    const waivers = parse(waiver)

    expect(waivers).toEqual([
      {
        connector: 'github',
        check: ['default-branch-protected', 'members-two-factor'],
        resource: 'acme/*',
        justification: 'Archived next month.\n',
        approver: 'ada@acme.example',
        expires: '2026-12-31',
        source: 'waivers.yaml:2',
      },
    ])
  })

  test('reads JSON, indented by tabs and with a byte order mark', () => {
    const waivers = parse(
      `\ufeff${JSON.stringify({ $schema: './w.json', waivers: parse(waiver).map(({ source: _, ...rest }) => rest) }, null, '\t')}`,
    )

    expect(waivers).toEqual([{ ...parse(waiver)[0], source: 'waivers.yaml:4' }])
  })

  test('reads what is written once and meant twice', () => {
    const waivers = parse(`waivers:
  - { connector: a, check: b, justification: &why Old, approver: Ada, expires: 2026-12-31 }
  - { connector: a, check: c, justification: *why, approver: Ada, expires: 2026-12-31 }`)

    expect(waivers.map(({ justification }) => justification)).toEqual(['Old', 'Old'])
  })

  test.each<[string, string | Uint8Array, readonly string[]]>([
    ['nothing at all', '', ['1:1  is empty']],
    ['a comment alone', '# waivers\n', ['1:1  is empty']],
    ['a list', '- a', ['1:1  must be an object, not a list']],
    ['no waivers', '{}', ['1:1 waivers is required (a list)']],
    [
      'a misspelt member, at its name',
      waiver.replace('approver', 'aprover'),
      [
        '2:5 waivers[0].approver is required (a string)',
        '7:5 waivers[0].aprover is not an option here; did you mean "approver"?',
      ],
    ],
    [
      'a misspelt top',
      `waiver: []`,
      ['1:1 waivers is required (a list)', '1:1 waiver is not an option here; did you mean "waivers"?'],
    ],
    [
      'no connector',
      `waivers:\n  - { check: a, ${terms.slice(1)}`,
      ['2:5 waivers[0].connector is required (a text, or a list of texts)'],
    ],
    [
      'a number for a check',
      waiver.replace('check: [default-branch-protected, members-two-factor]', 'check: 7'),
      ['3:12 waivers[0].check must be a text, or a list of texts'],
    ],
    [
      'an empty list',
      waiver.replace('[default-branch-protected, members-two-factor]', '[]'),
      ['3:12 waivers[0].check must list at least one'],
    ],
    [
      'an empty text in a list',
      waiver.replace('members-two-factor', '""'),
      ['3:39 waivers[0].check[1] must not be empty'],
    ],
    ['a day that is none', waiver.replace('12-31', '02-30'), ['8:14 waivers[0].expires is not a day of the calendar']],
    [
      'a time for a day',
      waiver.replace('12-31', '12-31T10:00:00Z'),
      ['8:14 waivers[0].expires must be a day, such as 2026-12-31'],
    ],
    ['a blank justification', waiver.replace(/>\n.*/, '"  "'), ['5:20 waivers[0].justification must not be empty']],
    [
      'an approver without a value',
      waiver.replace('ada@acme.example', ''),
      ['7:15 waivers[0].approver must be a string, not null'],
    ],
    [
      'a member twice',
      waiver.replace('approver:', 'check: x\n    approver:'),
      ['7:5  is written twice in the same place; remove one'],
    ],
    [
      'a member twice, in JSON',
      '{ "waivers": [], "waivers": [] }',
      ['1:18  is written twice in the same place; remove one'],
    ],
    ['a tab that indents', 'waivers:\n\t- connector: a', ['2:1  a tab indents this line; use spaces']],
    ['two documents', `${waiver}---\n${waiver}`, ['9:1  begins a second YAML document; put everything into the first']],
    ['a tag', 'waivers: !!js/function "x"', ['1:10  tags ("!name") have no meaning here; remove it']],
    [
      'an alias of nothing',
      'waivers: *none',
      ['1:1  uses anchors and aliases ("&name", "*name") that grow too large or have no target; write the values out'],
    ],
    ['UTF-16', Buffer.from(`\ufeff${waiver}`, 'utf16le'), ['1:1  is UTF-16; save it as UTF-8']],
    ['bytes that are no text', Uint8Array.of(0x77, 0xc3, 0x28), ['1:1  is not UTF-8 text; save it as UTF-8']],
    ['a file too large', new Uint8Array(1_000_001).fill(0x20), ['1:1  is larger than 1 MB; split it']],
    [
      'every check and resource',
      waiver.replace(/check: .*/, "check: '*'").replace('acme/*', "'**'"),
      ['2:5 waivers[0] would waive every finding of its connector; name checks, resources or a tag'],
    ],
    [
      'every check, among others',
      waiver.replace(/check: .*/, "check: [a, '*']").replace(/ {4}resource.*\n/, ''),
      ['2:5 waivers[0] would waive every finding of its connector; name checks, resources or a tag'],
    ],
    [
      'a name of every object',
      waiver.replace('approver', '__proto__'),
      [
        '2:5 waivers[0].approver is required (a string)',
        '7:5 waivers[0].__proto__ is not an option here; remove it or check its spelling',
      ],
    ],
  ])('refuses %s', (_name, input, expected) => {
    const mistakes = mistakesIn(input)

    expect(mistakes).toEqual(expected)
  })

  test('names file, line and column in the message, and says what to write', () => {
    expect(() => parse(waiver.replace('approver', 'aprover'))).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(
          /^The waivers file "waivers\.yaml" cannot be used:\n {2}waivers\.yaml:2:5: .*\n {2}waivers\.yaml:7:5: waivers\[0\]\.aprover is not an option here; did you mean "approver"\?$/,
        ),
      }),
    )
  })

  test('refuses a file of few lines that would become a large one, at once', () => {
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${[...'bcdefghij']
      .map((name, index) => `${name}: &${name} [${`*${'abcdefghij'[index]}, `.repeat(9)}]`)
      .join('\n')}\nwaivers: *j`
    const started = performance.now()

    const mistakes = mistakesIn(bomb)

    expect(mistakes).toEqual([expect.stringMatching(/aliases .* grow too large/)])
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  test('gives waivers or tells what is wrong, whatever the bytes', () => {
    const yamlish = fc.string({ unit: fc.constantFrom(...'waivers:-[]{}&*!|>"\'# \n\t,?%@`a1'), maxLength: 40 })
    fc.assert(
      fc.property(
        fc.oneof(
          yamlish,
          yamlish.map((text) => waiver + text),
          fc.uint8Array({ maxLength: 60 }),
        ),
        (input) => {
          const mistakes = mistakesIn(input)

          for (const mistake of mistakes) expect(mistake).toMatch(/^[1-9]\d*:[1-9]\d* /)
        },
      ),
    )
  })
})

describe('parseWaiverList()', () => {
  const good = { connector: 'acme', check: 'people', justification: 'Old', approver: 'Ada', expires: '2026-12-31' }

  test('gives well-formed waivers of a program back', () => {
    const waivers = parseWaiverList([good, { ...good, source: 'policy 7' }], now)

    expect(waivers).toEqual([good, { ...good, source: 'policy 7' }])
  })

  test.each([
    [{ ...good, expires: '2026-13-01' }, /waivers\[0\]\.expires is not a day of the calendar\./],
    [{ ...good, check: '*' }, /waivers\[0\] would waive every finding of its connector/],
    [{ ...good, check: '?*' }, /waivers\[0\] would waive every finding/],
    [{ ...good, check: '*-*' }, /waivers\[0\] would waive every finding/],
    [{ ...good, check: '*a*' }, /waivers\[0\] would waive every finding/],
    [{ ...good, check: '*', tag: '*' }, /waivers\[0\] would waive every finding/],
    [{ ...good, check: '*', tag: '?*' }, /waivers\[0\] would waive every finding/],
    [{ ...good, check: '*', resource: '????*' }, /waivers\[0\] would waive every finding/],
    [{ ...good, check: [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${letter}*`) }, /would waive every finding/],
    [{ ...good, expires: '9999-12-31' }, /waivers\[0\]\.expires is more than a year ahead; name 2027-06-01/],
    [{ ...good, expires: '2027-06-02' }, /waivers\[0\]\.expires is more than a year ahead/],
    [{ ...good, check: 'a'.repeat(501) }, /waivers\[0\]\.check/],
    [{ ...good, resource: Array.from({ length: 1_001 }, (_, index) => `r${index}`) }, /waivers\[0\]\.resource/],
    [
      { ...good, resource: Array.from({ length: 100 }, () => `${'ab?'.repeat(100)}*`) },
      /hold 30100 characters of patterns/,
    ],
    [{ ...good, aprover: 'x' }, /did you mean "approver"/],
  ])('refuses %j', (waiver, message) => {
    expect(() => parseWaiverList([waiver], now)).toThrow(
      expect.objectContaining({ code: 'WAIVERS_INVALID', message: expect.stringMatching(message) }),
    )
    expect(() => parseWaiverList([waiver], now)).toThrow(CheckwrightError)
  })
})

test.each([
  { check: 'people' },
  { check: 'x' },
  { check: '*', resource: 'acme/archive-*' },
  { check: '*', tag: 'mfa' },
  { check: '*', resource: '7' },
  { check: 'people', expires: '2027-06-01' },
])('parseWaiverList() takes what names something: %j', (more) => {
  const given = { connector: 'acme', justification: 'Old', approver: 'Ada', expires: '2026-12-31', ...more }

  expect(parseWaiverList([given], now)).toEqual([given])
})

/** Files that are costly to read, of about the given number of characters. */
const costly: readonly [string, (size: number) => string][] = [
  ['members', (size) => Array.from({ length: size / 8 }, (_, index) => `k${index}: 1`).join('\n')],
  ['members in braces', (size) => `{${Array.from({ length: size / 8 }, (_, index) => `k${index}`).join(', ')}}`],
  [
    'members of a waiver',
    (size) => `waivers:\n  - ${Array.from({ length: size / 12 }, (_, at) => `k${at}: 1`).join('\n    ')}`,
  ],
  ['anchors', (size) => Array.from({ length: size / 20 }, (_, index) => `- &a${index} x\n- *a${index}`).join('\n')],
  ['waivers', (size) => `waivers: [${'{},'.repeat(size / 3)}]`],
  ['brackets', (size) => '['.repeat(size)],
  ['documents', (size) => '---\n'.repeat(size / 4)],
]

test.each(costly)(
  'parseWaivers() takes no longer for many %s than their number: sixteen times for sixteen times',
  (_, text) => {
    const timeOf = (size: number) => {
      const bytes = new TextEncoder().encode(text(size))
      const times = [1, 2, 3].map(() => {
        const started = performance.now()
        expect(() => parseWaivers('waivers.yaml', bytes, now)).toThrow(DataFileError)
        return performance.now() - started
      })
      return Math.min(...times)
    }
    timeOf(4_000)

    const [small, large] = [timeOf(2_500), timeOf(40_000)]

    // A quadratic one would take two hundred and fifty times as long.
    expect(large / small).toBeLessThan(100)
  },
)

test('parseWaivers() refuses what holds too many words and marks before it is parsed', () => {
  const text = costly.filter(([what]) => what !== 'brackets').map(([, make]) => make(400_000))

  const mistakes = text.map(mistakesIn)

  expect(new Set(mistakes.flat())).toEqual(new Set(['1:1  holds more than 100000 words and marks; split it']))
})

test('parseWaivers() reads a thousand waivers with ten resources each', () => {
  const one = `  - { connector: github, check: members-two-factor, resource: [${'acme/web, '.repeat(10)}], ${terms.slice(1)}\n`

  expect(parse(`waivers:\n${one.repeat(1_000)}`)).toHaveLength(1_000)
  expect(mistakesIn(`waivers:\n${one.repeat(1_001)}`)).toEqual(['2:3 waivers must list at most 1000'])
})
