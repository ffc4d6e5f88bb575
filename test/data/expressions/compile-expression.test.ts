import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileExpression } from '../../../src/data/expressions/compile-expression.ts'
import { Meter, stepsMax } from '../../../src/data/expressions/meter.ts'
import { parseExpression } from '../../../src/data/expressions/parse-expression.ts'
import { Unknown, type Value } from '../../../src/data/expressions/value.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { ask, askBriefly, now } from './ask.ts'

const item = {
  role: 'admin',
  none: null,
  mfa: true,
  logins: 3,
  roles: ['owner', 'member'],
  factors: [
    { kind: 'totp', verified: true },
    { kind: 'sms', verified: false },
  ],
  noFactors: [],
  mixed: ['owner', null, 5],
  profile: { email: 'a@example.com', 'first-name': 'Ann' },
  created: '2026-05-01T00:00:00Z',
}

test.each<[string, Value]>([
  ['item.mfa', true],
  ['item.role == "admin"', true],
  ['item.role != "guest"', true],
  ['item.logins + 2 * 3', 9],
  ['-item.logins < 0 && 7 % 4 == 3', true],
  ['"a" + "b"', 'ab'],
  ['item.mfa ? 1 : 2', 1],
  ['"owner" in item.roles', true],
  ['"guest" in item.roles', false],
  ['"owner" in item.mixed', true],
  ['item.factors.exists(f, f.verified)', true],
  ['item.factors.all(f, f.verified)', false],
  ['item.factors.exists_one(f, f.kind == "sms")', true],
  ['size(item.factors.filter(f, f.verified))', 1],
  ['length(item.role)', 5],
  ['keys(item.profile)', ['email', 'first-name']],
  ['item.factors.map(f, f.kind)', ['totp', 'sms']],
  ['item.noFactors.exists(f, f.verified)', false],
  ['item.roles == ["owner", "member"]', true],
  ['item.none == null', true],
  ['item.role != null', true],
  ['item.profile["first-name"]', 'Ann'],
  ['item.roles[1]', 'member'],
  ['has(item.mfa)', true],
  ['has(item.none)', false],
  ['has(item.absent)', false],
  ['item.roles.exists(a, item.factors.exists(b, a == "owner" && b.kind == "totp"))', true],
  ['item.profile.email.endsWith("@example.com")', true],
])('%s is %j', (text, answer) => {
  expect(askBriefly(text, item)).toEqual(answer)
})

// Both libraries that were measured answer `true` to some of these.
describe('what cannot be told is unknown, never false', () => {
  test.each<[string, string]>([
    ['item.absent', 'missing'],
    ['item.absent == "x"', 'missing'],
    ['item.absent == null', 'missing'],
    ['!item.absent', 'missing'],
    ['item.none', 'no value but null'],
    ['item.none != "guest"', 'null'],
    ['item.none == item.none', 'null'],
    ['item.role != 5', 'kind'],
    ['item.mfa == "true"', 'kind'],
    ['item.profile == item.profile', 'kind'],
    ['item.none in item.roles', 'null'],
    ['"guest" in item.mixed', 'null'],
    ['"a" in item.profile', 'kind'],
    ['item.none.email', 'null'],
    ['item.role.email', 'kind'],
    ['item.roles[2]', 'missing'],
    ['item.roles[-1]', 'missing'],
    ['item.absent.all(f, f.verified)', 'missing'],
    ['item.none.exists(f, f.verified)', 'null'],
    ['item.noFactors.all(f, f.verified)', 'empty'],
    ['item.factors.all(f, f.absent)', 'missing'],
    ['item.factors.all(f, f.kind)', 'kind'],
    ['item.role > 3', 'kind'],
    ['"a" < "b"', 'kind'],
    ['item.logins / 0', 'range'],
    ['9007199254740991 + 1', 'range'],
    ['!item.role', 'kind'],
    ['item.role ? 1 : 2', 'kind'],
    ['item.role && true', 'kind'],
    ['has(item.role.x)', 'kind'],
    ['has(item.absent.x)', 'missing'],
    ['size(item.none)', 'null'],
    // "none" in the place of a list has four characters and no item.
    ['size(item.role) > 0', 'kind'],
    ['size(item.profile) > 0', 'kind'],
    ['length(item.roles) > 0', 'kind'],
    ['keys(item.roles) == []', 'kind'],
    ['item.toString', 'missing'],
    ['item.__proto__', 'missing'],
    ['item.roles.length', 'kind'],
  ])('%s', (text, code) => {
    const answer = askBriefly(text, item)

    expect(answer).toBe(code.startsWith('no value') ? null : `unknown: ${code}`)
  })

  test('one side that decides is enough for && and ||, in either order', () => {
    expect(['item.absent || item.mfa', 'item.mfa || item.absent'].map((text) => askBriefly(text, item))).toEqual([
      true,
      true,
    ])
    expect(['item.absent && !item.mfa', '!item.mfa && item.absent'].map((text) => askBriefly(text, item))).toEqual([
      false,
      false,
    ])
    expect(
      ['item.absent && item.mfa', 'item.mfa && item.absent', 'item.absent || !item.mfa'].map((text) =>
        askBriefly(text, item),
      ),
    ).toEqual(Array(3).fill('unknown: missing'))
  })

  test('an item that decides is enough for exists and all; without one an unknown item leaves all unknown', () => {
    const list = [{ ok: true }, {}]
    expect(askBriefly('item.exists(f, f.ok)', list)).toBe(true)
    expect(askBriefly('item.all(f, f.ok)', list)).toBe('unknown: missing')
    expect(askBriefly('item.all(f, !f.ok)', list)).toBe(false)
  })

  test('the reason names the path and no value', () => {
    expect(ask('item.profile.absent', item)).toMatchObject({ because: 'item.profile.absent is missing' })
    expect(JSON.stringify(ask('item.role > 3', item))).not.toContain('admin')
  })
})

describe('work is bounded', () => {
  const long = Array.from({ length: 2_000 }, (_, index) => index)

  test('a list within a list is undecided above 1,000 items', () => {
    expect(askBriefly('item.all(a, item.all(b, a + b >= 0))', long)).toBe('unknown: budget')
  })

  test('a record takes a bounded number of steps, whatever absorbs the failure', () => {
    const meter = new Meter()
    const nested = { a: Array.from({ length: 5_000 }, () => ({ b: Array.from({ length: 900 }, () => 1) })) }
    const text = 'item.a.all(x, x.b.all(y, y == 1)) || item.a.all(x, x.b.all(y, y == 1)) || true'

    const answer = ask(text, nested, meter)

    expect(meter.steps).toBeLessThan(stepsMax * 1.05)
    expect(answer).toBeInstanceOf(Unknown)
  })

  test.each([
    'item.name in item.names',
    '!(item.name in item.names)',
    'item.name in item.names || true',
    'true || item.name in item.names ? item.name in item.names : true',
    '!(item.name in item.names) && true',
    'item.names.exists(each, each == item.name)',
    '!item.names.exists(each, each == item.name)',
    'item.names.all(each, each != item.name)',
    'size(item.names.filter(each, each == item.name)) == 0',
    'size(item.names.map(each, each == item.name)) > 0',
    '[item.name in item.names] == [false]',
    'item.names != item.others',
  ])('%s is unknown when the budget ends before it is decided, though the name comes last', (text) => {
    const name = 'x'.repeat(64_000)
    const others = [...Array.from({ length: 2_000 }, () => `${'x'.repeat(63_999)}y`), 'z']
    const names = [...others.slice(0, -1), name]

    expect(askBriefly(text, { name, names, others })).toBe('unknown: budget')
  })

  test('what one expression of a record spent is not there for the next', () => {
    const meter = new Meter()
    ask(
      'item.all(each, each.contains(each))',
      Array.from({ length: 600 }, () => 'x'.repeat(99_000)),
      meter,
    )

    expect(ask('true', {}, meter)).toMatchObject({ code: 'budget' })
  })

  test('a list of more texts than a call has arguments is read as others are', () => {
    const tags = Array.from({ length: 150_000 }, (_, index) => `t${index}`)

    expect(askBriefly('size(distinct(item))', tags)).toBe(150_000)
    expect(askBriefly('join(item).contains("t149999")', tags)).toBe(true)
  })

  test('a text cannot grow without end', () => {
    expect(askBriefly('item + item', 'x'.repeat(60_000))).toBe('unknown: range')
  })
})

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Value>
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression')
  return {
    expression: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'expression' },
      fc.constantFrom(
        'item',
        'item.a',
        'item.a.b',
        'item.list',
        'null',
        'true',
        '5',
        '2.5',
        '"x"',
        '[1, 2]',
        'item["a"]',
      ),
      fc
        .tuple(inner, fc.constantFrom('==', '!=', '<', '>=', '&&', '||', '+', '-', '*', '/', '%', 'in'), inner)
        .map(([a, op, b]) => `(${a} ${op} ${b})`),
      inner.map((a) => `!(${a})`),
      fc.tuple(inner, inner, inner).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
      fc
        .tuple(inner, fc.constantFrom('all', 'exists', 'exists_one', 'filter', 'map'), inner)
        .map(([a, name, b]) => `(${a}).${name}(e, ${b})`),
      fc.tuple(fc.constantFrom('age', 'domain', 'lower', 'size', 'string'), inner).map(([name, a]) => `${name}(${a})`),
      fc.tuple(inner, inner).map(([a, b]) => `cidrContains(${a}, ${b})`),
      fc
        .tuple(inner, fc.constantFrom('startsWith', 'endsWith', 'contains'), inner)
        .map(([a, name, b]) => `(${a}).${name}(${b})`),
    ),
  }
})

test('500 generated expressions never throw, and give JSON or an unknown', () => {
  fc.assert(
    fc.property(expression, json, (text, value) => {
      const parsed = parseExpression(text)
      if ('problem' in parsed) return
      const answer = compileExpression(parsed.node)({ names: { item: value }, items: [], now, meter: new Meter() })
      if (!(answer instanceof Unknown)) expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
    }),
    { numRuns: countRuns(500) },
  )
})
