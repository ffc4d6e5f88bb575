import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canary, renderAcmeFile } from '../../app/acme.ts'
import { acmeEnv as env, writeBundles } from '../../app/bundles.ts'
import { createFolder, runCheckwright } from '../../app/command.ts'

const { vendor, cwd } = await writeBundles('out.zip')

describe('checkwright run --out', () => {
  test('leaves one file for a name that ends in .zip, and no secret in it', () => {
    expect(readdirSync(cwd).toSorted()).toEqual(['acme.ts', 'data', 'out.zip'])
    expect(readFileSync(join(cwd, 'out.zip'), 'latin1')).not.toContain(canary)
  })

  test('refuses one zip for several runs before anything is asked', async () => {
    const list = createFolder({
      'one.ts': renderAcmeFile(vendor.url),
      'list.ts': "import one from './one.ts'\nexport default [one]",
    })

    const { stderr, exitCode } = await runCheckwright(['run', './list.ts', '--out', 'a.zip'], { cwd: list, env })

    expect(stderr).toContain('A zip has the bundle of one run')
    expect(exitCode).toBe(3)
    expect(existsSync(join(list, 'a.zip'))).toBe(false)
  })

  test('refuses a folder with something else in it, where no bundle could be verified, before anything is asked', async () => {
    const busy = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
    mkdirSync(join(busy, 'audit'))
    writeFileSync(join(busy, 'audit', 'notes.txt'), 'mine')
    vendor.reset()

    const { stderr, exitCode } = await runCheckwright(
      ['run', './acme.ts', '--allow-private-network', '--out', 'audit'],
      {
        cwd: busy,
        env,
      },
    )

    expect(stderr).toContain('"audit" contains "notes.txt", which is not part of a bundle')
    expect(exitCode).toBe(3)
    expect(vendor.requests).toEqual([])
  })
})
