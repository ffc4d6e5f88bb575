import { describe, expect, test } from 'vitest'
import { queryViews } from '../../../src/app/query/query-views.ts'
import { createFolder, runCheckwright } from '../command.ts'

/** A folder whose store has one organization. */
async function openStore() {
  const cwd = createFolder()
  await runCheckwright(['organization', 'create', 'Acme', '--id', 'acme'], { cwd })
  return (...args: string[]) => runCheckwright(['query', ...args], { cwd })
}

describe('checkwright query', () => {
  test('prints CSV in which no value begins a formula, and JSON with numbers and null', async () => {
    const query = await openStore()
    const sql = `select '=HYPERLINK("https://evil.example")' as a, '+1' as b, '@x' as "=c", 'a;=b' as d, null as e, 1.5 as f`

    const csv = await query(sql)
    const json = await query(sql, '--format', 'json')

    expect(csv).toMatchObject({ exitCode: 0, stderr: '' })
    expect(csv.stdout).toBe(`a,b,'=c,d,e,f\r\n"'=HYPERLINK(""https://evil.example"")",'+1,'@x,a;'=b,,1.5\r\n`)
    expect(JSON.parse(json.stdout)).toEqual({
      columns: ['a', 'b', '=c', 'd', 'e', 'f'],
      rows: [['=HYPERLINK("https://evil.example")', '+1', '@x', 'a;=b', null, 1.5]],
    })
  })

  test('writes Parquet, whose bytes begin and end as its format says', async () => {
    const query = await openStore()

    const { stdout, exitCode } = await query('select 1 as a, 1.5 as a, null as "2"', '--format', 'parquet')

    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^PAR1[\s\S]*PAR1$/)
    for (const name of ['a', 'a_2', '2']) expect(stdout).toContain(name)
  })

  test('reads the query from stdin, and lists the views without a store', async () => {
    const cwd = createFolder()
    await runCheckwright(['organization', 'create', 'Acme'], { cwd })

    const { stdout } = await runCheckwright(['query', '-'], { cwd, stdin: 'select count(*) as runs\nfrom runs -- all' })
    const views = await runCheckwright(['query', 'views', '--json'])

    expect(stdout).toBe('runs\r\n0\r\n')
    const { rows } = JSON.parse(views.stdout) as { readonly rows: readonly (readonly string[])[] }
    expect([...new Set(rows.map(([view]) => view))]).toEqual(Object.keys(queryViews))
  })

  test('answers every view of an organization that has nothing yet', async () => {
    const query = await openStore()

    for (const view of Object.keys(queryViews))
      expect(await query(`select * from ${view} limit 0`)).toMatchObject({ exitCode: 0 })
  })

  test('prints nothing and exits with 3 for what it refuses, with 2 for what takes too much', async () => {
    const query = await openStore()
    const refused = async (...args: string[]) => {
      const { stdout, stderr, exitCode } = await query(...args)
      return [exitCode, stdout, /\((\w+)\)/.exec(stderr)?.[1]]
    }

    expect(await refused('delete from runs')).toEqual([3, '', 'QUERY_INVALID'])
    expect(await refused('select * from people', '--as-of', '2020-01-01')).toEqual([3, '', 'QUERY_INVALID'])
    expect(await refused('select 1', '--as-of', '2020-02-30')).toEqual([3, '', 'CLI_USAGE'])
    expect(await refused('select 1', '--as-of', '2999-01-01')).toEqual([3, '', 'CLI_USAGE'])
    expect(await refused('select zeroblob(900000000)')).toEqual([2, '', 'QUERY_LIMIT'])
  })

  test('says that there is no store, and which organizations there are', async () => {
    const query = await openStore()

    expect(await runCheckwright(['query', 'select 1'])).toMatchObject({ exitCode: 3, stdout: '' })
    expect(await query('select 1', '--org', 'nobody')).toMatchObject({ exitCode: 3, stdout: '' })
  })
})
