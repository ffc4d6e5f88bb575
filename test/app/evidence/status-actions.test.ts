import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PublicStatus } from '../../../src/evidence/status/public-status.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openAuditedWorld } from '../../things/packages/audited-world.ts'
import { runCheckwright } from '../command.ts'

test('status writes a folder that verify proves, hides what is not public, and takes no package that was changed', async () => {
  const folder = createTempFolder()
  const place = { store: `sqlite:${join(folder, 'store.db')}`, keys: makeKeyText() }
  const { runtime, run } = await openAuditedWorld(['one'], place)
  await run('one')
  await runtime.close()
  const cli = (...args: string[]) =>
    runCheckwright([...args, '--store', place.store], { cwd: folder, env: { CHECKWRIGHT_KEYS: place.keys } })
  const period = ['--from', '2026-01-01', '--to', '2026-01-01', '--org', 'acme']
  expect(await cli('package', 'soc2', ...period, '--out', 'audit.zip')).toMatchObject({ exitCode: 0 })

  const written = await cli('status', 'audit.zip', '--out', 'site', '--hide', 'CC6.2')
  expect(written).toMatchObject({ exitCode: 0, stdout: `Written: ${join('site', 'index.html')}\n` })
  expect(written.stderr).toMatch(/^It shows \d+ controls and hides 1\. /)
  expect(readdirSync(join(folder, 'site'))).toEqual(['index.html', 'statement.intoto.jsonl', 'status.json'])
  const status: PublicStatus = JSON.parse(readFileSync(join(folder, 'site/status.json'), 'utf8'))
  const ids = status.controls.map(({ id }) => id)
  expect(ids).toContain('CC6.1')
  expect(ids).not.toContain('CC6.2')
  const page = join(folder, 'site/index.html')
  expect(readFileSync(page, 'utf8')).not.toMatch(/CC6\.2\b/)
  const proven = await cli('verify', 'site')
  expect(proven).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('SOC 2') })

  const again = await cli('status', 'audit.zip', '--out', 'site', '--json')
  expect(JSON.parse(again.stdout)).toEqual({ out: 'site', shown: ids.length + 1, hidden: 0 })
  writeFileSync(page, readFileSync(page, 'utf8').replace('CC6.1', 'CC6.9'))
  expect(await cli('verify', 'site')).toMatchObject({
    exitCode: 6,
    stdout: expect.stringMatching(/^✗ site differs.*index\.html\n\s+was changed/s),
  })
  writeFileSync(join(folder, 'site', 'mine.txt'), '')
  const stranger = await cli('status', 'audit.zip', '--out', 'site')
  expect(stranger).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('"site" contains "mine.txt"') })
  const unknown = await cli('status', 'audit.zip', '--out', 'other', '--hide', 'CC99.9')
  expect(unknown).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('CC99.9') })

  const audit = join(folder, 'audit.zip')
  const bytes = readFileSync(audit)
  bytes.write('X', bytes.indexOf('ada'))
  writeFileSync(audit, bytes)
  const refused = await cli('status', 'audit.zip', '--out', 'other')
  expect(refused).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('(BUNDLE_INVALID)') })
  expect(readdirSync(folder)).not.toContain('other')
}, 120_000)
