import { readdirSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openAuditedWorld } from '../../things/packages/audited-world.ts'
import { runCheckwright } from '../command.ts'

test('package writes what verify proves, names its gaps, and refuses them where evidence is required', async () => {
  const folder = createTempFolder()
  const place = { store: `sqlite:${join(folder, 'store.db')}`, keys: makeKeyText() }
  const { runtime, run, connections } = await openAuditedWorld(['one'], place)
  await run('one')
  await runtime.close()
  const cli = (...args: string[]) =>
    runCheckwright([...args, '--store', place.store], { cwd: folder, env: { CHECKWRIGHT_KEYS: place.keys } })
  const period = ['--from', '2026-01-01', '--to', '2026-01-02', '--org', 'acme']

  const made = await cli('package', 'soc2', ...period, '--out', 'audit.zip')
  expect(made).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Written: audit.zip') })
  expect(made.stderr).toMatch(/It speaks about 1 run and has \d+ gaps, which it names\./)
  const verified = await cli('verify', 'audit.zip')
  expect(verified).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('1 bundle of runs and access reviews, and 0 uploads, each verified'),
  })
  expect(verified.stdout).toContain('SOC 2')
  const strict = await cli('verify', 'audit.zip', '--require-evidence')
  expect(strict).toMatchObject({ exitCode: 6, stdout: expect.stringContaining('has a gap (could not tell)') })

  const refused = await cli('package', 'soc2', ...period, '--require-evidence', '--out', 'strict.zip')
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
  expect(refused.stderr).toMatch(
    /The package has 2 gaps, and evidence is required\. could not tell: CC6\.1, vault\/policy, 2026-01-01 to 2026-01-02;/,
  )
  expect(refused.stderr).toContain('(PACKAGE_INCOMPLETE)')
  expect(readdirSync(folder)).not.toContain('strict.zip')
  const some = await cli('package', 'soc2', ...period, '--connection', connections.get('one') ?? '', '--out', 'some')
  expect(some).toMatchObject({ exitCode: 0 })
  expect(await cli('package', 'soc2', ...period, '--out', 'some')).toMatchObject({
    stderr: expect.stringContaining('"some" contains'),
  })
  await appendFile(join(folder, 'some', 'days.csv'), 'x')
  expect(await cli('verify', 'some')).toMatchObject({
    exitCode: 6,
    stdout: expect.stringMatching(/days\.csv\n\s+was changed/),
  })
}, 120_000)
