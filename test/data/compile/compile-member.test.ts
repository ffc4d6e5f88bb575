import { expect, test } from 'vitest'
import { findProblems, runFile } from './run-file.ts'

const file = (members: string) => `inventories:
  - of: account
    covers: [members]
    list: { path: /users, next: none }
    record: { id: item.id, kind: "'person'", status: "'active'", ${members} }
checks:
  - { question: secondFactor, of: account }`
const ask = async (member: string, user: object) => {
  const { check } = await runFile(file(member), { 'GET /users': { json: [{ id: 1, ...user }] } })
  return [check.status, ...check.results.map(({ status }) => status)]
}

test('a member that is the same for all is refused, because it would decide', () => {
  expect(findProblems(file('secondFactor: "true"')).join()).toContain('record.secondFactor reads nothing of an answer')
})

test('a text in place of true or false leaves the record undecided', async () => {
  expect(await ask('secondFactor: item.mfa', { mfa: 'true' })).toEqual(['error'])
})

test('null leaves the record undecided', async () => {
  expect(await ask('secondFactor: item.mfa', { mfa: null })).toEqual(['error'])
})

test('null is none only where the file says so, with its source', () => {
  expect(findProblems(file('secondFactor: { of: item.mfa, none: { values: [null] } }')).join()).toContain('source')
})

test('"none" is refused for a member that cannot be null', () => {
  const none = "none: { values: [null], source: 'https://acme.example' }"

  expect(findProblems(file(`secondFactor: { of: item.mfa, ${none} }`)).join()).toContain(
    'is for members that can be null, and "secondFactor" cannot',
  )
})

test('a word that Checkwright does not have is refused', () => {
  const kinds = findProblems(
    file('secondFactor: item.mfa').replace(`"'person'"`, '{ of: item.kind, words: { x: human } }'),
  )

  expect(kinds.join()).toContain('"human" is none of person')
})

test('a way to write times is refused for what is no time', () => {
  expect(findProblems(file('secondFactor: { of: item.mfa, time: seconds }')).join()).toContain('is for times')
})

test('flags are refused for a member that has no words', () => {
  expect(findProblems(file('secondFactor: { flags: [{ when: item.mfa, is: active }] }')).join()).toContain(
    'are for members that have words',
  )
})

const status = (member: string) => file('secondFactor: item.mfa').replace(`status: "'active'"`, `status: ${member}`)
const absentIsActive =
  "{ of: item.state, words: { off: suspended }, none: { absent: true, source: 'https://acme.example' }"

test.each([
  ['absent', {}, ['fail', 'fail']],
  ['null', { state: null }, ['error']],
  ['a word of the table', { state: 'off' }, ['not_applicable', 'not_applicable']],
  ['another word', { state: 'on' }, ['error']],
])('a status that says what absent means is, where it is %s with %j, judged as %j', async (_what, user, expected) => {
  const { check } = await runFile(status(`${absentIsActive}, otherwise: active }`), {
    'GET /users': { json: [{ id: 1, mfa: false, ...user }] },
  })

  expect([check.status, ...check.results.map((each) => each.status)]).toEqual(expected)
})

test('what stands for none is a word of ours, and needs "none"', () => {
  expect(findProblems(status(`${absentIsActive}, otherwise: fine }`)).join()).toContain('"fine" is none of')
  expect(findProblems(status(`${absentIsActive} }`)).join()).toContain('name its word by "otherwise"')
  expect(findProblems(status('{ of: item.state, words: { off: suspended }, otherwise: active }')).join()).toContain(
    'is never reached, because there is no "none"',
  )
})

const keys = (time: string) => `inventories:
  - of: credential
    covers: [tokens]
    list: { path: /keys, next: none }
    record: { id: item.id, kind: "'token'", createdAt: { of: item.created${time} } }
checks:
  - { question: credentialsRotated, of: credential }`

test.each([
  ['2020-01-01', ', time: day', 'fail'],
  ['2020-01-01T10:00:00Z', ', time: day', 'fail'],
  ['2020-02-30', ', time: day', 'error'],
  ['2020-01-01', '', 'error'],
])('a time written as %s%s ends in %s', async (created, time, expected) => {
  const { check } = await runFile(keys(time), { 'GET /keys': { json: [{ id: 1, created }] } })

  expect(check.status).toBe(expected)
})
