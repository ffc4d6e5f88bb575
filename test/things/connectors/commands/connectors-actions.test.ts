import { expect, test } from 'vitest'
import { createFolder, keys, runCheckwright } from '../../../app/command.ts'
import { formatSmallFile } from '../small-file.ts'

test('a file is added, published, listed and retired on the machine, and mistakes have line and column', async () => {
  const baseUrl = 'https://api.acme.example'
  const text = formatSmallFile({ baseUrl })
  const cwd = createFolder({
    'acme.connector.yaml': text,
    'broken.yaml': text.replace('pass: body', 'pas: body'),
    'github.yaml': formatSmallFile({ baseUrl, id: 'github' }),
  })
  const run = (...args: string[]) =>
    runCheckwright(['connectors', ...args, '--store', 'sqlite:a.db'], { cwd, env: { CHECKWRIGHT_KEYS: keys } })

  const broken = await run('add', 'broken.yaml')
  const taken = await run('add', 'github.yaml')
  const added = await run('add', 'acme.connector.yaml', '--json')
  const { sha256 } = JSON.parse(added.stdout)
  const published = await run('publish', 'acme', sha256.slice(0, 10))
  const listed = await run()
  const retired = await run('retire', 'acme')

  expect(broken.stderr).toMatch(/broken\.yaml:\d+:\d+: checks\[0\]/)
  expect([broken.exitCode, taken.stderr]).toEqual([expect.any(Number), expect.stringContaining('"github" belongs to')])
  expect(broken.exitCode).not.toBe(0)
  expect([added, published, listed, retired].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0])
  expect(published.stdout).toContain('Published acme 1.0.0')
  expect(listed.stdout).toMatch(/acme +1\.0\.0 +[0-9a-f]{12} +published +0 connections/)
})
