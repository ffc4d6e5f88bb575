import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyChange } from '../../../../src/author/prove/witnesses/apply-changes.ts'
import { closeTexts, openTexts, recognizeTextForm } from '../../../../src/author/prove/witnesses/text-form.ts'
import { acmeWorld, readAcme } from '../acme.ts'

const report = 'user,made,active\nada,2026-01-01,true\n"b,ob",2025-01-01,false'
const rows = [
  { user: 'ada', made: '2026-01-01', active: 'true' },
  { user: 'b,ob', made: '2025-01-01', active: 'false' },
]

test.each([
  ['a table', report, rows],
  ['a table in base64', Buffer.from(report).toString('base64'), rows],
  ['JSON', '{"Statement":[{"Effect":"Allow"}]}', { Statement: [{ Effect: 'Allow' }] }],
  ['JSON as in a URL', encodeURIComponent('{"Action":"*"}'), { Action: '*' }],
])('recognizeTextForm() reads %s, and writes the same text again', (_what, text, value) => {
  const form = recognizeTextForm(text)

  expect(form?.read(text)).toEqual(value)
  expect(form?.write(value)).toBe(text)
})

test.each(['plain words', '42', 'a,b', '', '{ no json', 'AKIAIOSFODNN7EXAMPLEAKIAIOSFODNN7EXAMPLEABCD'])(
  'recognizeTextForm() leaves "%s" a text',
  (text) => {
    expect(recognizeTextForm(text)).toBeUndefined()
  },
)

test('closeTexts() writes what openTexts() read, whatever the cells hold', () => {
  const cell = fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text))
  const table = fc.array(fc.record({ a: cell, b: cell, c: cell }), { minLength: 1 })
  const toText = (items: readonly object[]) => recognizeTextForm(report)?.write(items) ?? ''
  fc.assert(
    fc.property(table, (items) => {
      const answer = { lists: [{ content: toText(items) }] }

      const { value, forms } = openTexts(answer)

      expect(value).toEqual({ lists: [{ content: items }] })
      expect(closeTexts(value, forms)).toEqual(answer)
    }),
  )
})

test('applyChange() changes a cell of a table that an answer holds as a text', () => {
  const [exchange] = acmeWorld.exchanges
  if (!exchange) throw new Error('The world has no answer.')
  const response = { status: 200, json: { report: { content: Buffer.from(report).toString('base64') } } }
  const world = { ...acmeWorld, exchanges: [{ ...exchange, response }] } as never
  const change = { request: 'GET /keys', at: 'report.content[user=ada].active', is: 'false' }

  const changed = applyChange(world, change, readAcme()) as { readonly exchanges: readonly unknown[] }

  const content = Buffer.from(report.replace('true', 'false')).toString('base64')
  expect(changed.exchanges).toMatchObject([{ response: { json: { report: { content } } } }])
})

test('applyChange() takes the answer of the operation that a change names, where AWS has one address for all', () => {
  const [exchange] = acmeWorld.exchanges
  if (!exchange) throw new Error('The world has no answer.')
  const answerOf = (request: object) => ({ ...exchange, request: { ...exchange.request, ...request } })
  const exchanges = [
    answerOf({ target: 'Service_20131101.ListKeys', json: {} }),
    answerOf({ target: 'Service_20131101.DescribeKeys', json: {} }),
    answerOf({ text: 'Action=DescribeKey&Version=1' }),
  ]
  const apply = (operation: string) =>
    applyChange({ ...acmeWorld, exchanges } as never, { request: 'GET /keys', operation, status: 418 }, readAcme()) as {
      readonly exchanges: readonly { readonly response: { readonly status: number } }[]
    }

  expect(apply('ListKeys').exchanges.map(({ response }) => response.status)).toEqual([418, 200, 200])
  expect(apply('DescribeKey').exchanges.map(({ response }) => response.status)).toEqual([200, 200, 418])
})
