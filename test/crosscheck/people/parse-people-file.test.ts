import { expect, test } from 'vitest'
import { parsePeopleFile } from '../../../src/crosscheck/people/parse-people-file.ts'
import { formatCsvRow } from '../../../src/text/csv-row.ts'

const now = new Date('2026-06-01T12:00:00Z')
const form = { name: 'staff.csv', covers: 'both', now } as const
const header = 'id,name,email,kind,status,startsAt,endsAt'

const read = (text: string, more: object = {}) => parsePeopleFile(new TextEncoder().encode(text), { ...form, ...more })

async function readProblems(text: string | Uint8Array, more: object = {}): Promise<readonly unknown[]> {
  try {
    await parsePeopleFile(typeof text === 'string' ? new TextEncoder().encode(text) : text, { ...form, ...more })
  } catch (error) {
    const { code, problems } = error as { code: string; problems: { line: number; column: number; message: string }[] }
    return [code, ...problems.map(({ line, column, message }) => [line, column, message])]
  }
  return ['it was read']
}

test('an empty cell says nothing, and "none" says that there is none', async () => {
  const { people, tells } = await read(
    `${header}\n2,Ben,none,employee,left,,2026-04-30\n1,Ada,,contractor,active,none,none\n`,
  )

  expect(tells).toEqual(['email', 'startsAt', 'endsAt'])
  expect(people).toEqual([
    { id: '1', name: 'Ada', kind: 'contractor', status: 'active', startsAt: null, endsAt: null },
    { id: '2', name: 'Ben', kind: 'employee', status: 'left', email: null, endsAt: '2026-04-30' },
  ])
})

test.each([
  ['a byte order mark', `\uFEFF${header}\n1,Ada,a@x.example,employee,active,,\n`],
  [
    'semicolons, CR LF and words of spreadsheets',
    'ID;Name;E-mail;Kind;Status;Starts at\r\n1;Ada;a@x.example;employee;active;\r\n',
  ],
  ['rows of separators alone', `${header}\n,,,,,,\n1,Ada,a@x.example,employee,active,,\n,,,,,,\n , ,,,,,\n`],
  ['empty columns at the end', `${header},,\n1,Ada,a@x.example,employee,active,,,,\n`],
  [
    'a line that names the separator',
    `sep=;\r\n${header.replaceAll(',', ';')}\r\n1;Ada;a@x.example;employee;active;;\r\n`,
  ],
  ['an address as people paste it', `${header}\n1,Ada,Ada Example <a@x.example>,employee,active,1987-03-01,\n`],
  ['an address of a link', `${header}\n1,Ada,mailto:a@x.example,employee,active,,\n`],
  ['quotes and empty lines', `"id","name",email,kind,status\n\n"1","Ada",a@x.example,employee,active\n\n`],
])('%s are read', async (_what, text) => {
  expect((await read(text)).people).toMatchObject([{ id: '1', name: 'Ada', email: 'a@x.example', status: 'active' }])
})

test('what an export has escaped comes back as it was', async () => {
  const row = formatCsvRow(['-7', '=cmd|calc', 'a@x.example', 'employee', 'active', '', ''])

  expect((await read(`${header}\n${row}`)).people).toMatchObject([{ id: '-7', name: '=cmd|calc' }])
})

test('every mistake is named with its line and the number of its cell, and nothing is read', async () => {
  const rows = [
    '1,Ada,ada,employee,active,2026-02-30,',
    '"2","Ben\nBaker",b@x.example,boss,active,,',
    '1,Cleo,c@x.example,employee,,,',
    ',Dan,d@x.example,employee,active,,',
    '5,Eve,e@x.example,employee,active',
  ]

  expect(await readProblems(`${header}\n${rows.join('\n')}\n`)).toEqual([
    'PEOPLE_FILE_INVALID',
    [2, 3, 'is not an e-mail address'],
    [2, 6, 'is not a day (YYYY-MM-DD), from 1900 to 9999'],
    [3, 4, 'is none of employee, contractor, unknown'],
    [5, 1, 'is that of line 2, too. Each person has an id of their own.'],
    [5, 5, 'is none of active, onLeave, left, future, unknown'],
    [6, 1, 'is not an id of at most 2,048 characters'],
    [7, 6, 'The line has 5 cells, and the first line names 7 columns.'],
  ])
})

test.each([
  ['an empty file', '', 'The file is empty.'],
  ['an unknown column', 'id,email,status,kind,salary\n', '"salary" is no column.'],
  ['a column that is there twice', 'id,email,status,kind,E-mail\n', 'is there twice.'],
  ['no column of kinds where both are covered', 'id,email,status\n', 'is missing. Add the column.'],
  ['a quote that is never closed', `${header}\n1,"Ada,a@x.example\n`, 'no quote closes it'],
  ['text behind a quote', `${header}\n1,"Ada"x,a@x.example,employee,active,,\n`, 'Write a quote within a cell twice.'],
  ['bytes of another encoding', new Uint8Array([0x69, 0x64, 0xe4]), 'not UTF-8'],
  ['a line of separators', `${header}\n${','.repeat(9_000_000)}\n`, 'more than 64 KB'],
  ['a cell beyond the last column', `${header}\n1,Ada,a@x.example,employee,active,,,x\n`, 'The line has 8 cells'],
  ['too many bytes', new Uint8Array(10 * 1024 * 1024 + 1), 'more than 10 MB'],
])('%s is refused', async (_what, text, because) => {
  const [code, first] = await readProblems(text)

  expect(code).toBe('PEOPLE_FILE_INVALID')
  expect(String((first as unknown[])[2])).toContain(because)
})

test('a source of one kind of people gives them the kind', async () => {
  const { people } = await read('id,email,status\n1,a@x.example,active\n', { covers: 'contractors' })

  expect(people).toMatchObject([{ kind: 'contractor' }])
})

test('lines keep their numbers behind one that names the separator, and behind blank ones', async () => {
  const text = `sep=;\n${header.replaceAll(',', ';')}\n;;;;;;\n1;Ada;ada;employee;active;;\n`

  expect(await readProblems(text)).toEqual(['PEOPLE_FILE_INVALID', [4, 3, 'is not an e-mail address']])
})

test('others have their turn while a large file is read', async () => {
  const row = (n: number) => `${n},Person ${n},p${n}@x.example,employee,active,,\n`
  const text = `${header}\n${Array.from({ length: 50_000 }, (_, n) => row(n)).join('')}`
  let turns = 0
  let isRead = false
  const takeTurns = () => {
    turns++
    if (!isRead) setImmediate(takeTurns)
  }
  takeTurns()

  const { people } = await read(text)
  isRead = true

  expect(people).toHaveLength(50_000)
  expect(turns).toBeGreaterThan(100)
})
