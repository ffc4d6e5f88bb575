import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createFolder, runCheckwright } from '../command.ts'

test('checkwright doctor exits 0 where nothing is a problem, and makes nothing', async () => {
  const cwd = createFolder()

  const { exitCode, stdout, stderr } = await runCheckwright(['doctor'], { cwd })

  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^keys +ok +1 master key from CHECKWRIGHT_KEYS/m)
  expect(stdout).toMatch(/All is well\.\n$/)
  expect(readdirSync(cwd)).toEqual([])
})

test('checkwright doctor exits 3 for a problem, and tells it as JSON', async () => {
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', CHECKWRIGHT_KEYS: 'CANARY' }

  const { exitCode, stdout } = await runCheckwright(['doctor', '--json'], { env })

  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: { id: string; level: string }[] }
  expect([exitCode, ok]).toEqual([3, false])
  expect(findings.filter(({ level }) => level === 'problem').map(({ id }) => id)).toEqual(['keys', 'network.tls'])
  expect(stdout).not.toContain('CANARY')
})
