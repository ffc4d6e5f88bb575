import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { verifyPackage } from '../../../src/evidence/package/verify-package.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { locateChild } from '../../setup/locate-child.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { dayMs, openAuditedWorld } from './audited-world.ts'

const program = await locateChild(import.meta.url, 'children/write-package.ts')
const kills = isSoak ? 20 : 2

test('nothing looks like a package after kill -9, and the next one is made although the first never let go', async () => {
  const folder = createTempFolder()
  const place = { store: `sqlite:${join(folder, 'store.db')}`, keys: makeKeyText() }
  const { runtime, clock, run } = await openAuditedWorld(['one'], place)
  for (let day = 0; day < 8; day++) {
    await run('one')
    clock.advance(dayMs)
  }
  const trusted = { keys: [publicKeyOf((await runtime.signing.signer()).publicKey)] }
  const write = (target: string) => {
    // The lease of a dead process ends by itself.
    clock.advance(60_000)
    const now = new Date(clock.nowMs()).toISOString()
    const args = [program, place.store, place.keys, now, '2026-01-01', '2026-01-08', target]
    return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  let killed = 0
  for (let kill = 0; killed < kills; kill++) {
    const out = join(folder, `out-${kill}`)
    mkdirSync(out)
    const target = join(out, kill % 2 === 0 ? 'audit' : 'audit.zip')

    const child = write(target)
    while (!readdirSync(out, { recursive: true }).some((name) => String(name).endsWith('.zip')))
      await new Promise((resolve) => setTimeout(resolve, 5))
    child.kill('SIGKILL')
    await once(child, 'close')

    // One that was whole in time is what it looks like.
    if (existsSync(target)) expect(await verifyPackage(target, trusted)).toMatchObject({ verified: true })
    else killed++
    for (const draft of readdirSync(out).filter((name) => name.startsWith('.draft-')))
      expect(await verifyPackage(join(out, draft, 'package'), trusted)).toMatchObject({ verified: false })
    rmSync(target, { recursive: true, force: true })
    const [exitCode] = await once(write(target), 'close')
    expect(exitCode).toBe(0)
    expect(await verifyPackage(target, trusted)).toMatchObject({ verified: true, bundles: 8 })
  }
}, 300_000)
