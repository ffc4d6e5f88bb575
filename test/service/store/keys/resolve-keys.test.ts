import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { StoreError } from '../../../../src/errors/index.ts'
import type { OpenKeyring } from '../../../../src/service/store/keys/keyring.ts'
import { type ResolveKeysOptions, resolveKeys } from '../../../../src/service/store/keys/resolve-keys.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { runChild } from '../../../things/all-stores/second-process.ts'

const keyText = (id: string) => `${id}:${randomBytes(32).toString('base64')}`

/** A machine without a keyring, as servers are. keyring.test.ts tests a real one. */
const noKeyring: OpenKeyring = () => Promise.reject(new StoreError('none', { code: 'KEYRING_UNAVAILABLE' }))

describe('resolveKeys()', () => {
  test('takes the option before everything else', async () => {
    const home = newHome()
    writeKeys(home.usualFile, keyText('of-file'))

    const keys = await home.resolve(
      { keys: `${keyText('k2')},${keyText('k1')}` },
      { CHECKWRIGHT_KEYS: keyText('of-env') },
    )

    expect(keys).toMatchObject({ currentId: 'k2', ids: ['k2', 'k1'], source: 'The option keys' })
  })

  test('takes CHECKWRIGHT_KEYS before files', async () => {
    const home = newHome()
    writeKeys(home.usualFile, keyText('of-usual-file'))
    const named = writeKeys(join(home.folder, 'named'), keyText('of-named-file'))

    const keys = await home.resolve({}, { CHECKWRIGHT_KEYS: keyText('of-env'), CHECKWRIGHT_KEY_FILE: named })

    expect(keys).toMatchObject({ currentId: 'of-env', source: 'CHECKWRIGHT_KEYS' })
  })

  test('takes the file of CHECKWRIGHT_KEY_FILE before the usual one', async () => {
    const home = newHome()
    writeKeys(home.usualFile, keyText('of-usual-file'))
    const named = writeKeys(join(home.folder, 'named'), keyText('of-named-file'))

    const keys = await home.resolve({}, { CHECKWRIGHT_KEY_FILE: named })

    expect(keys).toMatchObject({ currentId: 'of-named-file', source: `The key file ${named}` })
  })

  test('takes an existing usual file before the keyring', async () => {
    const home = newHome()
    writeKeys(home.usualFile, keyText('of-usual-file'))
    const untouchable: OpenKeyring = () => expect.unreachable('the keyring was asked')

    const keys = await home.resolve({ openKeyring: untouchable })

    expect(keys.currentId).toBe('of-usual-file')
  })

  test('finds the usual file below XDG_CONFIG_HOME, unless that is relative', async () => {
    const home = newHome()
    const elsewhere = join(home.folder, 'xdg')
    writeKeys(join(elsewhere, 'checkwright/keys'), keyText('of-xdg'))
    writeKeys(home.usualFile, keyText('of-home'))

    expect((await home.resolve({}, { XDG_CONFIG_HOME: elsewhere })).currentId).toBe('of-xdg')
    expect((await home.resolve({}, { XDG_CONFIG_HOME: 'relative' })).currentId).toBe('of-home')
    expect((await home.resolve({}, { XDG_CONFIG_HOME: '' })).currentId).toBe('of-home')
  })

  test('makes the usual file where there is neither key nor keyring, says so once, and finds it again', async () => {
    const home = newHome()

    const made = await home.resolve()
    const again = await home.resolve()

    expect(home.notices).toEqual([
      `Created a master key: ${home.usualFile}. Keep a copy; without it, stored credentials are lost.`,
    ])
    expect(made).toMatchObject({ ids: again.ids, source: `The key file ${home.usualFile}` })
    const { keyId, wrapped } = await made.wrap(new Uint8Array(32), new Uint8Array())
    expect(await again.unwrap(keyId, wrapped, new Uint8Array())).toEqual(new Uint8Array(32))
  })

  test.each<[string, (path: string) => [Partial<ResolveKeysOptions>, NodeJS.ProcessEnv]]>([
    ['CHECKWRIGHT_KEY_FILE', (path) => [{}, { CHECKWRIGHT_KEY_FILE: path }]],
    ['the option', (path) => [{ keys: { file: path } }, {}]],
  ])('makes the file that %s names, readable by its owner alone', async (_, given) => {
    const home = newHome()
    const path = join(home.folder, 'secrets', 'checkwright.keys')

    const keys = await home.resolve(...given(path))

    expect(readFileSync(path, 'utf8')).toContain(`\n${keys.currentId}:`)
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(home.notices).toHaveLength(1)
    expect(existsSync(home.usualFile)).toBe(false)
  })

  test('agrees with other processes on the key that is made', async () => {
    const home = newHome()
    const args = [home.storeUrl, 'no-keyring']

    const children = await Promise.all(
      [1, 2, 3].map(() => runChild('resolve-keys', args, { ...process.env, ...home.env })),
    )

    const said = children.map((child) => child.said as { currentId: string; notices: string[] })
    expect(new Set(said.map(({ currentId }) => currentId)).size).toBe(1)
    expect(said.flatMap(({ notices }) => notices)).toHaveLength(1)
  })

  test('agrees with a caller whose keyring is slower to write: the last key written counts for both', async () => {
    const home = newHome()
    const kept = { text: null as string | null }
    const keyringThatWritesIn =
      (delayMs: number): OpenKeyring =>
      async () => ({
        read: async () => kept.text,
        write: async (text) => {
          await sleep(delayMs)
          kept.text = text
        },
      })

    const [fast, slow] = await Promise.all(
      [1, 60].map((delayMs) => home.resolve({ keys: 'keyring', openKeyring: keyringThatWritesIn(delayMs) })),
    )

    expect(kept.text?.startsWith(`${slow?.currentId}:`)).toBe(true)
    expect(fast?.currentId).toBe(slow?.currentId)
  })

  test.runIf(process.platform !== 'win32')(
    'refuses a file that others may read, and does not make another (needs POSIX)',
    async () => {
      const home = newHome()
      chmodSync(writeKeys(home.usualFile, keyText('k1')), 0o644)

      await expect(home.resolve()).rejects.toMatchObject({
        code: 'KEYS_INVALID',
        message: expect.stringContaining('chmod 600'),
      })
    },
  )

  test('refuses CHECKWRIGHT_KEYS that is set but empty, instead of making a key', async () => {
    const home = newHome()

    await expect(home.resolve({}, { CHECKWRIGHT_KEYS: '' })).rejects.toMatchObject({
      code: 'KEYS_INVALID',
      message: expect.stringContaining('CHECKWRIGHT_KEYS has no key'),
    })
    expect(existsSync(home.usualFile)).toBe(false)
  })

  test('makes a key that lives in memory for memory:, another each time, and touches no file', async () => {
    const home = newHome()
    const untouchable: OpenKeyring = () => expect.unreachable('the keyring was asked')

    const [one, two] = [
      await home.resolve({ storeUrl: 'memory:', openKeyring: untouchable }),
      await home.resolve({ storeUrl: 'sqlite::memory:', openKeyring: untouchable }),
    ]

    expect(one.currentId).not.toBe(two.currentId)
    expect(home.notices).toEqual([])
    expect(existsSync(dirname(home.usualFile))).toBe(false)
  })

  test.each(['no keyring', 'an empty keyring'])('makes nothing when it is only to look: %s', async (which) => {
    const home = newHome()
    const empty: OpenKeyring = async () => ({
      read: async () => null,
      write: () => expect.unreachable('it was written'),
    })

    const looking = home.resolve({ create: false, openKeyring: which === 'no keyring' ? noKeyring : empty })

    await expect(looking).rejects.toMatchObject({
      code: 'KEYS_MISSING',
      message: expect.stringContaining('creates one when it first has something to encrypt'),
    })
    expect(existsSync(dirname(home.usualFile))).toBe(false)
  })

  test('finds a key in the keyring when it is only to look, and does not settle on it', async () => {
    const home = newHome()
    const text = keyText('of-keyring')
    const holding: OpenKeyring = async () => ({
      read: async () => text,
      write: () => expect.unreachable('it was written'),
    })

    const keys = await home.resolve({ create: false, openKeyring: holding })

    expect(keys.currentId).toBe('of-keyring')
    expect(existsSync(home.usualFile)).toBe(false)
  })

  describe('with a PostgreSQL store', () => {
    const storeUrl = 'postgres://db.example.com/checks'

    test.each([{}, { CHECKWRIGHT_KEY_FILE: '/nonexistent/checkwright/keys' }])(
      'makes no key: with %j it is missing',
      async (env) => {
        const home = newHome()

        await expect(home.resolve({ storeUrl }, env)).rejects.toMatchObject({
          name: 'StoreError',
          code: 'KEYS_MISSING',
          message: expect.stringContaining('Set CHECKWRIGHT_KEYS'),
        })
        expect(existsSync(home.usualFile)).toBe(false)
      },
    )

    test('takes keys that are given', async () => {
      const home = newHome()

      expect((await home.resolve({ storeUrl }, { CHECKWRIGHT_KEYS: keyText('k1') })).currentId).toBe('k1')
    })
  })

  describe('beside the store', () => {
    test.each(['keys', 'nested/keys'])('refuses a named file in the store’s folder: %s', async (name) => {
      const home = newHome()
      const path = join(home.folder, 'data', name)

      await expect(home.resolve({}, { CHECKWRIGHT_KEY_FILE: path })).rejects.toMatchObject({
        code: 'KEYS_INVALID',
        message: expect.stringContaining("would be in the store's folder"),
      })
      expect(existsSync(path)).toBe(false)
    })

    test.runIf(process.platform !== 'win32')(
      'sees through a symbolic link to the store’s folder (needs POSIX)',
      async () => {
        const home = newHome()
        mkdirSync(join(home.folder, 'data'))
        symlinkSync(join(home.folder, 'data'), join(home.folder, 'link'))

        const resolving = home.resolve({ keys: { file: join(home.folder, 'link', 'keys') } })

        await expect(resolving).rejects.toMatchObject({ code: 'KEYS_INVALID' })
      },
    )

    test('refuses the usual file for a store in that very folder', async () => {
      const home = newHome()
      const storeUrl = `sqlite:${join(dirname(home.usualFile), 'checkwright.db')}`

      await expect(home.resolve({ storeUrl })).rejects.toMatchObject({ code: 'KEYS_INVALID' })
    })

    test('keeps the usual file for a store that lies in the home folder, and takes a named neighbour of the folder', async () => {
      const home = newHome()

      const usual = await home.resolve({ storeUrl: `sqlite:${join(home.folder, 'checkwright.db')}` })
      const neighbour = await home.resolve({ keys: { file: join(home.folder, 'data-keys', 'keys') } })

      expect(usual.source).toContain(home.usualFile)
      expect(neighbour.source).toContain('data-keys')
    })
  })

  test('names no key material in any refusal of a file', async () => {
    const home = newHome()
    const secret = randomBytes(31).toString('base64')
    writeKeys(home.usualFile, `k1:${secret}`)

    const error = await home.resolve().catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ code: 'KEYS_INVALID', message: expect.stringContaining('key "k1" with 31 bytes') })
    expect(String(error)).not.toContain(secret.slice(0, 8))
    expect(error).not.toHaveProperty('cause')
  })
})

function newHome() {
  const folder = createTempFolder()
  const env: NodeJS.ProcessEnv = { HOME: folder, XDG_CONFIG_HOME: '' }
  const storeUrl = `sqlite:${join(folder, 'data', 'checkwright.db')}`
  const notices: string[] = []
  return {
    folder,
    env,
    storeUrl,
    notices,
    usualFile: join(folder, '.config', 'checkwright', 'keys'),
    resolve: (options: Partial<ResolveKeysOptions> = {}, more: NodeJS.ProcessEnv = {}) =>
      resolveKeys({
        env: { ...env, ...more },
        storeUrl,
        notify: (line) => notices.push(line),
        openKeyring: noKeyring,
        ...options,
      }),
  }
}

function writeKeys(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: 0o600 })
  return path
}
