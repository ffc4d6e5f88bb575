import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createKeyFile, readKeyFile } from '../../../../src/service/store/keys/key-file.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'

const onPosix = process.platform !== 'win32'

describe('readKeyFile()', () => {
  test('gives undefined where there is no file', async () => {
    expect(await readKeyFile(join(createTempFolder(), 'keys'))).toBeUndefined()
  })

  test.runIf(onPosix).each(['600', '400'])('reads a file of mode %s (needs POSIX)', async (mode) => {
    const path = keyFile(Number.parseInt(mode, 8))

    expect(await readKeyFile(path)).toBe('k1:text')
  })

  test.runIf(onPosix).each(['640', '604', '644', '620', '601', '777'])(
    'refuses a file of mode %s and says how to mend it (needs POSIX)',
    async (mode) => {
      const path = keyFile(Number.parseInt(mode, 8))

      await expect(readKeyFile(path)).rejects.toMatchObject({
        name: 'StoreError',
        code: 'KEYS_INVALID',
        message: `The key file ${path} can be read or written by other users; run "chmod 600" on it.`,
      })
    },
  )

  test.runIf(onPosix)('refuses a symbolic link, and a folder (needs POSIX)', async () => {
    const path = keyFile(0o600)
    symlinkSync(path, `${path}-link`)
    mkdirSync(`${path}-folder`)

    await expect(readKeyFile(`${path}-link`)).rejects.toThrow(/is a symbolic link/)
    await expect(readKeyFile(`${path}-folder`)).rejects.toThrow(/is not a plain file/)
  })

  test.runIf(onPosix)('refuses a named pipe instead of waiting for its writer (needs POSIX)', async () => {
    const path = join(createTempFolder(), 'pipe')
    execFileSync('sh', ['-c', 'mkfifo -m 600 "$0"', path])

    await expect(readKeyFile(path)).rejects.toThrow(/is not a plain file/)
  })

  test.runIf(process.getuid?.() === 0)('refuses the file of another user (runs as root only)', async () => {
    const path = keyFile(0o600)
    chownSync(path, 65_534, 65_534)

    await expect(readKeyFile(path)).rejects.toThrow(/belongs to another user/)
  })

  test('refuses a file that is far too large', async () => {
    const path = keyFile(0o600, 'k1:text\n'.repeat(10_000))

    await expect(readKeyFile(path)).rejects.toThrow(/is too large/)
  })
})

describe('createKeyFile()', () => {
  test('makes folder and file for the owner alone, whatever the umask, and leaves nothing else', async () => {
    const path = join(createTempFolder(), 'config', 'checkwright', 'keys')
    const umask = process.umask(0)
    onTestFinished(() => void process.umask(umask))

    expect(await createKeyFile(path, 'k1:text')).toBe('k1:text')

    expect(readFileSync(path, 'utf8')).toBe('k1:text')
    expect(readdirSync(join(path, '..'))).toEqual(['keys'])
    if (onPosix) {
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
    }
  })

  test('keeps the file that is there and gives its text', async () => {
    const path = keyFile(0o600)

    expect(await createKeyFile(path, 'k2:late')).toBe('k1:text')

    expect(readFileSync(path, 'utf8')).toBe('k1:text')
    expect(readdirSync(join(path, '..'))).toEqual(['keys'])
  })

  test('gives 20 callers at once the same text, that of the file', async () => {
    const path = join(createTempFolder(), 'keys')

    const texts = await Promise.all(Array.from({ length: 20 }, (_, index) => createKeyFile(path, `k${index}:text`)))

    expect(new Set(texts)).toEqual(new Set([readFileSync(path, 'utf8')]))
  })

  test('answers KEYS_INVALID where the folder cannot be made', async () => {
    const path = join(keyFile(0o600), 'below', 'keys')

    await expect(createKeyFile(path, 'k2:late')).rejects.toMatchObject({
      code: 'KEYS_INVALID',
      message: expect.stringContaining('cannot be created (ENOTDIR)'),
    })
    expect(existsSync(path)).toBe(false)
  })
})

function keyFile(mode: number, text = 'k1:text'): string {
  const path = join(createTempFolder(), 'keys')
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}
