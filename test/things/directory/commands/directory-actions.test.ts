import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCheckwright } from '../../../app/command.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'

test('people come from a file, are listed, and a decision about an account needs somebody who decides', async () => {
  const cwd = createTempFolder()
  const header = 'id,name,email,kind,status'
  writeFileSync(join(cwd, 'staff.csv'), `${header}\n1,Ada Archer,ada@acme.example,employee,active\n`)
  writeFileSync(join(cwd, 'broken.csv'), `${header}\n1,Ada Archer,ada,employee,active\n`)
  const run = (...args: readonly string[]) => runCheckwright(args, { cwd })

  const imported = await run('people', 'import', 'staff.csv', '--source', 'Staff', '--covers', 'both')
  expect([imported.exitCode, imported.stdout]).toEqual([0, 'Staff has 1 person.\n'])
  const refused = await run('people', 'import', 'broken.csv')
  expect(refused.exitCode).not.toBe(0)
  expect(refused.stderr).toContain('broken.csv:2:3: email is not an e-mail address')

  expect((await run('people', 'list')).stdout).toContain('Ada Archer')
  expect((await run('people', 'list', '--csv')).stdout).toContain('ada@acme.example')
  expect((await run('directory')).stdout).toMatch(/Staff +file +both +1 people from/)
  expect((await run('links', 'proposed')).stdout).toBe('There is nothing to decide.\n')
  const decided = await run(
    ...['links', 'add', '--connection', 'c', '--account', 'a', '--out-of-scope', '--reason', 'r'],
    ...['--expires', '2027-01-31', '--user', 'nobody'],
  )
  expect(decided.stderr).toContain('The organization has no person "nobody".')
})
