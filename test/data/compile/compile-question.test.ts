import { expect, test } from 'vitest'
import { findProblems, runFile } from './run-file.ts'

const file = (roles: string, question: string) => `inventories:
  - of: account
    covers: [members]
    list: { path: /users, next: none }
    record: { id: item.id, name: item.login, kind: "'person'", status: "'active'", roles: ${roles}, secondFactor: item.mfa }
checks:
  - ${question}`
const routes = { 'GET /users': { json: [{ id: 1, login: 'ada', mfa: true, roles: ['owner'] }] } }
const constant = `"['viewer']"`

test('roles may be the same for all accounts of a list, and are shown', async () => {
  const guests = file(constant, '{ question: secondFactor, of: account }')

  const { check } = await runFile(guests, routes)

  expect(check.results.map(({ status }) => status)).toEqual(['pass'])
})

test('a question does not count roles that are the same for all: none would be an owner, whatever the vendor says', () => {
  const owners = '{ question: fewAdministrators, of: account, role: owner }'

  expect(findProblems(file(constant, owners))).toEqual([
    'checks[0].role counts "roles" that are the same for all, so the answer of the vendor decides nothing; read them from an answer',
  ])
})

test('a question counts roles of an answer', async () => {
  const owners = file('item.roles', '{ question: fewAdministrators, of: account, role: owner }')

  const { check } = await runFile(owners, routes)

  expect(check.results).toMatchObject([{ evidence: { count: 1 } }])
})

test('a question that there is not is told, with the nearest', () => {
  expect(findProblems(file(constant, '{ question: secondFactr, of: account }'))).toEqual([
    'checks[0].question there is no question "secondFactr"; did you mean "secondFactor"?',
  ])
})

test('a question to a list that the file does not have is told', () => {
  expect(findProblems(file(constant, '{ question: secondFactor, of: device }'))).toEqual([
    'checks[0].of this file has no inventory of kind "device"; add it under "inventories"',
  ])
})
