import { expect, test } from 'vitest'
import { createFolder, runCheckwright } from '../command.ts'

test('checkwright backup and restore move a store to another place, and say what they moved', async () => {
  const cwd = createFolder()
  await runCheckwright(['api-key', 'create'], { cwd })

  const backup = await runCheckwright(['backup', 'today.backup'], { cwd })
  const restore = await runCheckwright(['restore', 'today.backup', '--store', 'sqlite:./copy.db', '--json'], { cwd })
  const again = await runCheckwright(['restore', 'today.backup', '--store', 'sqlite:./copy.db'], { cwd })
  const doctor = await runCheckwright(['doctor', '--store', 'sqlite:./copy.db', '--json'], { cwd })

  expect(backup.stdout).toMatch(
    /^today\.backup has [\d,]+ rows of [\d,]+ tables and 0 files\.\nThe master key is not in it\./,
  )
  expect(JSON.parse(restore.stdout)).toMatchObject({ file: 'today.backup', files: 0, rows: expect.any(Number) })
  expect(again).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Restore into a new one') })
  const { findings } = JSON.parse(doctor.stdout)
  expect(findings).toContainEqual(expect.objectContaining({ id: 'keys.fit', level: 'ok' }))
})
