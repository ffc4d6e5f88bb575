import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'
import { createFolder, keys, runCheckwright } from '../../../app/command.ts'
import { publicUrl } from '../../runtime/world.ts'

/** A store with an organization, and the command that keeps its vendors. */
async function openShell() {
  const folder = createFolder()
  const store = `sqlite:${join(folder, 'test.db')}`
  const runtime = await createRuntime({ connectors: [], store, keys, publicUrl, worker: false })
  await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  await runtime.close()
  const vendors = (...args: string[]) =>
    runCheckwright(['vendors', ...args, '--store', store, '--org', 'acme'], { env: { CHECKWRIGHT_KEYS: keys } })
  const importText = (csv: string, ...args: string[]) => {
    const file = join(folder, 'vendors.csv')
    writeFileSync(file, csv)
    return vendors('import', file, ...args)
  }
  const read = async (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    JSON.parse((await vendors('list', '--json')).stdout)
  return { vendors, importText, read }
}

const file = 'name,criticality,reviewEveryDays,purpose\nAcme Cloud,high,365,Hosting\nZoom,low,30,"=1+1, calls"\n'

test('import adds the lines of a file, and export gives a file that import takes again', async () => {
  const { vendors, importText, read } = await openShell()

  const added = await importText(file)
  const exported = await vendors('export')
  const changed = await importText(exported.stdout.replace('Acme Cloud', 'Acme'), '--json')
  const records = await read()

  expect([added.exitCode, added.stdout]).toEqual([0, '2 added, 0 changed.\n'])
  expect(exported.stdout.split('\r\n')[0]).toMatch(/^id,name,.*,state$/)
  expect(exported.stdout).not.toMatch(/(?:^|,)"?=1/m)
  expect(JSON.parse(changed.stdout)).toEqual({ added: 0, changed: 1 })
  expect(records.map(({ name, purpose }) => [name, purpose]).toSorted()).toEqual([
    ['Acme', 'Hosting'],
    ['Zoom', '=1+1, calls'],
  ])
})

test('import of a file with mistakes names each line, exits with 3 and takes nothing', async () => {
  const { importText, read } = await openShell()

  const refused = await importText(`${file}Evil,severe,365,\nSlow,low,0,\n`)

  expect(refused.exitCode).toBe(3)
  expect(refused.stderr).toContain('line 4: criticality')
  expect(refused.stderr).toContain('line 5: reviewEveryDays')
  expect(await read()).toEqual([])
})

test.each([
  ['', 'RECORD_INVALID'],
  ['name\n', 'RECORD_INVALID'],
  ['colour\nred\n', 'there is no column "colour"'],
  ['name,name\na,b\n', 'the column "name" is there twice'],
])('import of %j is refused and says why', async (csv, why) => {
  const { importText } = await openShell()

  const refused = await importText(csv)

  expect(refused.exitCode).toBe(3)
  expect(refused.stderr).toContain(why)
})

test('export of nothing has the names of the columns alone', async () => {
  const { vendors } = await openShell()

  const { exitCode, stdout } = await vendors('export')

  expect(exitCode).toBe(0)
  expect(stdout.trim().split('\r\n')).toHaveLength(1)
})

test('list says that no record is in a state, and not that there is none', async () => {
  const { vendors, importText } = await openShell()
  await importText(file)

  const { stdout, stderr } = await vendors('list', '--state', 'due')

  expect(`${stdout}${stderr}`).toContain('No vendor is due.')
})
