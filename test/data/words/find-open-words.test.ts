import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { ConnectorFile } from '../../../src/data/format/connector-file.ts'
import { findOpenWords } from '../../../src/data/words/find-open-words.ts'

/** Where a check is open, and for whom. */
function find(check: string): readonly string[] {
  return findOpenWords(parse(`checks: [{ id: one, list: { path: /users }, ${check} }]`) as ConnectorFile).map(
    ({ of, path }) => `${of} ${path.slice(2).join('.')}`,
  )
}

describe('a rule that passes for a word that nobody knows', () => {
  test.each([
    [`pass: "item.role != 'guest'"`, ['verdict pass']],
    [`pass: "lower(item.role) != 'guest'"`, ['verdict pass']],
    [`pass: "item.mfa && !(item.state in ['off', 'broken'])"`, ['verdict pass']],
    [`pass: "!item.rules.exists(r, r.action == 'allow' && r.open)"`, ['verdict pass']],
    [`pass: "size(item.rules.filter(r, r.action == 'allow')) == 0"`, ['verdict pass']],
    [`values: { open: "item.rules.filter(r, r.action == 'allow')" }, pass: size(open) == 0`, ['verdict pass']],
    [`pass: item.level != 1 && item.level != 2`, ['verdict pass']],
    [`pass: "!(item.status in [0, 2, 4])"`, ['verdict pass']],
    [
      `gaps: [{ when: item.mode == 0, says: is off }, { when: item.mode == 1, says: is weak }]`,
      ['verdict gaps.0.when'],
    ],
    [`pass: "!(2 in item.levels || 3 in item.levels)"`, ['list pass']],
    [`applies: "item.status in [1, 3]", pass: item.mfa`, ['scope applies']],
    [`pass: "item.teams.all(t, t.role != 'admin')"`, ['verdict pass']],
    [`gaps: [{ when: "item.mode == 'off'", says: is off }]`, ['verdict gaps.0.when']],
    [
      `gaps: [{ when: item.open, says: is open }, { when: "item.mode == 'off'", says: is off }]`,
      ['verdict gaps.1.when'],
    ],
    [`count: { where: "item.role == 'admin'", max: 3 }`, ['verdict count.where']],
    [`count: { where: "item.role != 'guest'", min: 1 }`, ['verdict count.where']],
    [`pass: "!('admin' in item.roles)"`, ['list pass']],
    [`pass: "!item.roles.exists(r, r == 'admin')"`, ['list pass']],
    [`applies: "item.state == 'active'", pass: item.mfa`, ['scope applies']],
    [`where: "item.state == 'active'", pass: item.mfa`, ['scope where']],
    [
      `notApplicable: [{ when: "item.state != 'active'", title: is off }], pass: item.mfa`,
      ['scope notApplicable.0.when'],
    ],
  ])('%s', (check, found) => {
    expect(find(check)).toEqual(found)
  })
})

describe('a rule for which such a word is not good', () => {
  test.each([
    `pass: item.level == 2`,
    `unknown: [{ when: "!(item.level in [0, 1, 2])", because: unknown }], pass: item.level != 1`,
    // Quantities.
    `pass: item.days != 0`,
    `pass: item.days != 1`,
    `pass: "item.days >= 14 && item.days != 1"`,
    `pass: "item.role == 'admin'"`,
    `pass: "item.mfa || item.role == 'guest'"`,
    `pass: "item.state in ['on', 'off'] ? item.state != 'off' : null"`,
    `unknown: [{ when: "!(item.role in ['guest', 'admin'])", because: unknown }], pass: "item.role != 'guest'"`,
    `unknown: [{ when: "item.rules.exists(r, !(r.action in ['allow', 'deny']))", because: unknown }], pass: "!item.rules.exists(r, r.action == 'allow')"`,
    `unknown: [{ when: "has(item.role) && !(item.role in ['guest', 'admin'])", because: unknown }], pass: "item.role != 'guest'"`,
    `gaps: [{ when: "item.mode != 'on'", says: is off }]`,
    `count: { where: "item.role == 'admin'", min: 1 }`,
    // It is judged by what is known of it.
    `notApplicable: [{ when: "item.kind == 'bot'", title: is a bot }], pass: item.mfa`,
    // A person looks at it.
    `review: { when: "item.role != 'guest'", title: t, description: d }, pass: item.mfa`,
    // Names, addresses and ranges of the operator's own have no vocabulary.
    `pass: "!item.groups.exists(g, g.name == 'All')"`,
    `pass: "item.source != '0.0.0.0/0'"`,
    `pass: "item.url != ''"`,
    `pass: item.days != 3`,
    `pass: item.parent != null`,
  ])('%s', (check) => {
    expect(find(check)).toEqual([])
  })
})

test('a member of a record that is true or false for a word that nobody knows', () => {
  const record = {
    administrator: "item.role == 'owner'",
    secondFactor: "item.mfa in ['on', 'off'] ? item.mfa == 'on' : null",
    status: { of: 'item.state', words: { on: 'active' } },
  }
  const file = { inventories: [{ of: 'account', list: { path: '/users' }, record }] } as unknown as ConnectorFile

  expect(findOpenWords(file)).toEqual([
    {
      of: 'verdict',
      path: ['inventories', 0, 'record', 'administrator'],
      message: `has a value where "item.role" is a word that nobody knows; name its words: "!(item.role in ['owner', …]) ? null : …"`,
    },
  ])
})

test.each([
  [`{ flags: [{ when: "item.state == 'active'", is: active }], otherwise: suspended }`, 1],
  [`{ flags: [{ when: "item.state != 'active'", is: suspended }], otherwise: active }`, 1],
  // Who is not said to be off is judged.
  [`{ flags: [{ when: "item.state == 'off'", is: suspended }], otherwise: active }`, 0],
  [`{ flags: [{ when: "item.state == 'off'", is: suspended }, { when: "item.state == 'on'", is: active }] }`, 0],
  [`{ flags: [{ when: item.suspended, is: suspended }], otherwise: active }`, 0],
])('status: %s has %i open places', (status, count) => {
  const file = parse(`inventories: [{ of: account, list: { path: /users }, record: { status: ${status} } }]`)

  expect(findOpenWords(file as ConnectorFile)).toHaveLength(count)
})

test('the remedy is an expression about the same items', () => {
  const [found] = findOpenWords(
    parse(`checks: [{ pass: "!item.a.exists(x, x.b.exists(y, y.word == 'bad'))" }]`) as ConnectorFile,
  )

  expect(found?.message).toContain(
    `unknown: [{ when: "item.a.exists(one, one.b.exists(each, !(each.word in ['bad', …])))", because: … }]`,
  )
})

test('a check that asks too much to try all of it is left alone', () => {
  const parts = Array.from({ length: 12 }, (_, index) => `item.a${index}`).join(' && ')

  expect(find(`pass: "(${parts}) || item.role != 'guest'"`)).toEqual([])
})

test('no connector that ships passes for a word that nobody knows', () => {
  const folder = new URL('../../../connectors/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.connector.yaml'),
  )
  const open = files.flatMap((name) => {
    const parsed = parse(readFileSync(new URL(name, folder), 'utf8')) as ConnectorFile
    return findOpenWords(parsed).flatMap(({ of, path }) => (of === 'verdict' ? [`${name} ${path.join('.')}`] : []))
  })

  expect(files.length).toBeGreaterThan(80)
  expect(open).toEqual([])
})
