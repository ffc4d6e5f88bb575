import { expect, test } from 'vitest'
import { findProblems, judge, runFile, thing } from './run-file.ts'

const path = (text: string) => `list: { path: '${text}', items: data, next: none }`
const title = (text: string) => thing('pass: item.on').replace('title: It is not', `title: '${text}'`)

test('a credential field fills a path as one segment, whatever is in it', async () => {
  const { requests } = await runFile(thing('pass: item.on', path('/{org}/things')), {
    'GET /:org/things': { json: { data: [{ id: 1, on: true }] } },
  })

  expect(requests.map(({ path }) => path)).toEqual(['/north%2F2/things'])
})

test.each(['..', '.', ''])('an item whose id is "%s" is not asked about', async (id) => {
  const { check, requests } = await runFile(
    thing("pass: more.on\n    detail: { path: '/things/{item.id}', as: more }"),
    {
      'GET /things': { json: { data: [{ id, on: true }] } },
    },
  )

  expect([check.status, requests.length]).toEqual(['error', 1])
})

test('an item that is a text itself has no member to name', async () => {
  const { check, requests } = await runFile(
    thing("pass: more.on\n    detail: { path: '/things/{item}', as: more }")
      .replace('id: item.id', 'id: item')
      .replace('title: It is not', "title: '{item} is off'"),
    { 'GET /things': { json: { data: ['a', 'b/c', {}] } }, 'GET /things/:id': { json: { on: false } } },
  )

  expect(requests.map(({ path }) => path)).toEqual(['/things', '/things/a', '/things/b%2Fc'])
  expect(check.results).toMatchObject([{ title: 'a is off' }, { title: 'b/c is off' }])
  expect(check.status).toBe('error')
})

test('a value that is not there is said to be unknown', async () => {
  const { check } = await runFile(title('{item.name} is off'), {
    'GET /things': { json: { data: [{ id: 1, on: false }] } },
  })

  expect(check.results).toMatchObject([{ title: '(unknown) is off' }])
})

test('a secret is no placeholder', () => {
  expect(findProblems(title('{api_key}')).join()).toContain('{api_key} is not a credential field that may be shown')
})

test('an expression is no placeholder', () => {
  expect(findProblems(title('{item.a.size()}')).join()).toContain('must be a path')
})

test('a brace without its partner is refused', () => {
  expect(findProblems(title('{item.name')).join()).toContain('has a brace without its partner')
})

test('a placeholder is never read again: what the vendor sends in braces stays as it is', async () => {
  const { check } = await runFile(title('{item.name} is off'), {
    'GET /things': { json: { data: [{ id: 1, on: false, name: '{item.id}' }] } },
  })

  expect(check.results).toMatchObject([{ title: '{item.id} is off' }])
})

test('a rule in words of its own takes values by their name', async () => {
  const { check } = await judge(
    'pass: item.on\n    values: { days: item.days }\n    passed: { title: "{days} days" }',
    [{ id: 1, on: true, days: 3 }],
  )

  expect(check.results).toMatchObject([{ title: '3 days' }])
})
