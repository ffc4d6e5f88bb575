import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder, runCheckwright } from '../../app/command.ts'

test('a store that cannot be reached is not an empty one: the command names it and the remedy', async () => {
  const cwd = createFolder()
  // As a folder that this user may not enter, also for root.
  symlinkSync('loop', join(cwd, 'loop'))
  writeFileSync(join(cwd, 'file'), '')

  for (const [store, code] of [
    ['sqlite:./loop/store.db', 'ELOOP'],
    ['sqlite:./file/store.db', 'ENOTDIR'],
  ] as const) {
    const listed = await runCheckwright(['runs', 'list', '--store', store], { cwd })
    const examined = await runCheckwright(['doctor', '--store', store], { cwd })

    const message = `cannot be reached (${code}). Check its path and the permissions of its folders.`
    expect(listed).toMatchObject({ exitCode: 3, stdout: '', stderr: expect.stringContaining(message) })
    expect(examined.exitCode).toBe(3)
    expect(examined.stdout.replaceAll(/\s+/g, ' ')).toContain(message)
  }
})

test('a store that is named and not there is an error; the one of the folder has no runs yet', async () => {
  const cwd = createFolder()
  const named = await runCheckwright(['runs', 'list', '--store', 'sqlite:./no/store.db'], { cwd })
  const own = await runCheckwright(['runs', 'list'], { cwd })

  expect(named).toMatchObject({ exitCode: 3, stdout: '' })
  expect([own.exitCode, own.stdout]).toEqual([0, expect.stringContaining('There are no runs yet')])
})
