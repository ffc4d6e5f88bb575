import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { listStatementsAcross } from '../../scripts/measure/statements-across.ts'
import { parseFile, readFiles } from '../../scripts/measure/tree.ts'
import { acrossOrganizations } from './across-organizations.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const migration = readFileSync(`${checkout}/src/service/store/migrations/0001-first.ts`, 'utf8')

test('statements on tables of organizations begin with the filter of one, except in the files of this list', () => {
  const found = listStatementsAcross(
    ['src/service/store', 'src/things'].flatMap((folder) => readFiles(checkout, folder)),
    migration,
  )

  expect(Object.fromEntries([...found].map(([file, tables]) => [file, tables.join(' ')]))).toEqual(acrossOrganizations)
})

test('listStatementsAcross() finds statements by their table, with an alias too, and leaves out those of one organization', () => {
  const src = [
    parseFile(
      'src/things/a.ts',
      "db.selectFrom('waivers'); tx.updateTable('waivers as w'); ofOrganization(db, id).deleteFrom('findings'); db.selectFrom('keyChecks')",
    ),
  ]

  const found = listStatementsAcross(src, migration)

  expect([...found]).toEqual([['src/things/a.ts', ['waivers']]])
})
