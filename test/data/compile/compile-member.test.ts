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
