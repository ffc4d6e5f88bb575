import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/vendor/fake-vendor.ts'
import { canary, renderAcmeFile } from '../acme.ts'
import { createFolder, runCheckwright } from '../command.ts'

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`

/** A folder with a store that holds one connection, sealed by the keys. */
async function sealedFolder(keys: string): Promise<{ cwd: string; connection: string }> {
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: canary },
    routes: { 'GET /me': { json: {} } },
  })
  onTestFinished(() => vendor.close())
  const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
  const connect = ['connect', './acme.ts', '--credentials', '-', '--allow-private-network', '--json']
  const stdin = JSON.stringify({ api_key: canary })
  const { stdout } = await runCheckwright(connect, { cwd, stdin, env: { CHECKWRIGHT_KEYS: keys } })
  return { cwd, connection: /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(stdout)?.[0] ?? '' }
}

describe('checkwright keys', () => {
  test('rotates to the first key, after which connections open without the old one', { timeout: 60_000 }, async () => {
    const [k1, k2] = [key('k1'), key('k2')]
    const { cwd, connection } = await sealedFolder(k1)
    const both = { CHECKWRIGHT_KEYS: `${k2},${k1}` }
    const alone = { CHECKWRIGHT_KEYS: k2 }

    const before = await runCheckwright(['keys', '--json'], { cwd, env: both })
    const rotated = await runCheckwright(['keys', 'rotate'], { cwd, env: both })
    const again = await runCheckwright(['keys', 'rotate'], { cwd, env: alone })
    const after = await runCheckwright(['keys', 'status'], { cwd, env: both })
    const opened = await runCheckwright(
      ['connections', 'test', connection, '--connector', './acme.ts', '--allow-private-network'],
      { cwd, env: alone },
    )

    expect(JSON.parse(before.stdout).keys).toEqual([
      { id: 'k2', current: true, configured: true, dataKeys: 0 },
      { id: 'k1', current: false, configured: true, dataKeys: 1 },
    ])
    expect(rotated.stdout).toBe('1 data key encrypted again with master key "k2".\n')
    expect(again.stdout).toMatch(
      /^0 data keys .*There is no other master key\. To rotate, put a new one in front of it first\.\n$/s,
    )
    expect(after.stdout).toMatch(/^k1 +0 data keys +may be retired$/m)
    expect(opened.stdout).toContain('The vendor accepts the credentials.')
    expect([before, rotated, after, opened].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0])
  })

  test('tells a key that is missing and exits 3, and makes neither store nor key by looking', {
    timeout: 60_000,
  }, async () => {
    const { cwd } = await sealedFolder(key('k1'))

    const missing = await runCheckwright(['keys'], { cwd, env: { CHECKWRIGHT_KEYS: key('k2') } })
    const nothing = await runCheckwright(['keys', 'status'])

    expect(missing.exitCode).toBe(3)
    expect(missing.stdout).toMatch(/^k1 +1 data key +missing: configure it$/m)
    expect(nothing.exitCode).toBe(3)
    expect(nothing.stderr).toContain('There is no store at')
  })
})
