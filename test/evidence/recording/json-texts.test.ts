import { expect, test } from 'vitest'
import { listTexts, mapTexts } from '../../../src/evidence/recording/json-texts.ts'

const value = { users: [{ email: 'ada@acme.example', 'x-y': 1 }], ok: true, none: null }

test('mapTexts() changes values and names of members, and keeps numbers, null and order', () => {
  expect(mapTexts(value, (text) => text.toUpperCase())).toEqual({
    USERS: [{ EMAIL: 'ADA@ACME.EXAMPLE', 'X-Y': 1 }],
    OK: true,
    NONE: null,
  })
})

test('listTexts() gives each text its place, as you write it in code', () => {
  expect([...listTexts(value)].map(({ path, text, isName }) => `${isName ? 'name' : 'value'} ${path} ${text}`)).toEqual(
    [
      'name users users',
      'name users[0].email email',
      'value users[0].email ada@acme.example',
      'name users[0]["x-y"] x-y',
      'name ok ok',
      'name none none',
    ],
  )
})

test('listTexts() names the member in whose list a text is', () => {
  expect([...listTexts({ owners: [['Ada']] })].at(-1)).toMatchObject({ member: 'owners', path: 'owners[0][0]' })
})
