import { expect, test } from 'vitest'
import { parsePeopleFile } from '../../../src/crosscheck/people/parse-people-file.ts'

const columns = 'id,name,email,kind,status,startsAt,endsAt'
const form = { name: 'staff.csv', covers: 'both', now: new Date('2026-11-30T00:00:00Z') } as const

async function parseOne(cells: { readonly email?: string; readonly kind?: string; readonly status?: string }) {
  const { email = 'ada@acme.example', kind = 'employee', status = 'active' } = cells
  const text = `${columns}\n1,Ada,${email},${kind},${status},2020-01-01,none\n`
  return (await parsePeopleFile(new TextEncoder().encode(text), form)).people[0]
}

test.each([
  ['a zero-width space before it', '\u200bada@acme.example'],
  ['a no-break space on both sides', '\u00a0ada@acme.example\u00a0'],
  ['a mark of the direction of text', '\u202aada@acme.example\u202c'],
  ['a soft hyphen', 'ada@ac\u00adme.example'],
  ['curved quotes', '“ada@acme.example”'],
  ['single curved quotes', '‘ada@acme.example’'],
  ['low quotes', '„ada@acme.example“'],
  ['angle quotes', '«ada@acme.example»'],
  ['a name and curved quotes', '“Ada” <ada@acme.example>'],
  ['mailto', 'mailto:ada@acme.example'],
])('an address with %s is that address', async (_what, email) => {
  expect(await parseOne({ email })).toMatchObject({ email: 'ada@acme.example' })
})

test.each(['Employee', 'EMPLOYEE', ' employee '])('the kind %j is that of an employee', async (kind) => {
  expect(await parseOne({ kind })).toMatchObject({ kind: 'employee' })
})

test.each(['On leave', 'on_leave', 'ONLEAVE', 'on-leave'])('the status %j is onLeave', async (status) => {
  expect(await parseOne({ status })).toMatchObject({ status: 'onLeave' })
})

test.each(['gone', 'activ', 'active?'])('the status %j is no word, and the words are named', async (status) => {
  await expect(parseOne({ status })).rejects.toThrow('is none of active, onLeave, left, future, unknown')
})

test.each([
  ['Excel', Buffer.from('PK\u0003\u0004 and more', 'latin1')],
  ['Excel of before 2007', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])],
])('a workbook of %s is called one', async (_what, bytes) => {
  await expect(parsePeopleFile(bytes, form)).rejects.toThrow('The file is a workbook. Save it as "CSV UTF-8".')
})
