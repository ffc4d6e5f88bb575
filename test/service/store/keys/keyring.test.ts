import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, onTestFinished, type TestContext, test } from 'vitest'
import { openOsKeyring } from '../../../../src/service/store/keys/keyring.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { locateStoreChild } from '../../../things/all-stores/second-process.ts'

/**
 * A session with a Secret Service of its own: a new bus, and gnome-keyring with a new, unlocked keyring. It does not
 * use the keyring of the person who runs the tests.
 */
const needed = ['dbus-run-session', 'gnome-keyring-daemon']
const missing = process.platform === 'linux' ? needed.filter((program) => !isInstalled(program)) : ['Linux']

describe('openOsKeyring()', () => {
  test('answers KEYRING_UNAVAILABLE, with the alternatives, where no Secret Service runs', async (context) => {
    if (process.platform !== 'linux') context.skip('needs Linux: elsewhere the keyring of the person would be used')
    const home = newHome()

    const [said] = await home.resolve(`${childRun('keyring')}`, { bus: false })

    expect(said).toMatchObject({
      code: 'KEYRING_UNAVAILABLE',
      message: expect.stringContaining('CHECKWRIGHT_KEY_FILE'),
    })
  })
})

describe('openOsKeyring() of a bus that accepts and never answers', () => {
  test('gives up in time, and the process goes on meanwhile', async (context) => {
    if (process.platform !== 'linux') context.skip('needs Linux: elsewhere there is no bus')
    const folder = createTempFolder()
    const silent = createServer(() => undefined).listen(join(folder, 'bus'))
    const before = process.env.DBUS_SESSION_BUS_ADDRESS
    process.env.DBUS_SESSION_BUS_ADDRESS = `unix:path=${join(folder, 'bus')}`
    onTestFinished(() => {
      if (before === undefined) delete process.env.DBUS_SESSION_BUS_ADDRESS
      else process.env.DBUS_SESSION_BUS_ADDRESS = before
      silent.close()
    })
    let connected = 0
    silent.on('connection', () => connected++)
    let ticks = 0
    const ticking = setInterval(() => ticks++, 50)
    const beganAtMs = performance.now()

    const opening = openOsKeyring(3_000)
    await expect(opening).rejects.toMatchObject({ code: 'KEYRING_UNAVAILABLE' })
    clearInterval(ticking)

    expect(performance.now() - beganAtMs).toBeLessThan(8_000)
    expect(connected).toBeGreaterThan(0)
    expect(ticks).toBeGreaterThan(10)
  })
})

describe('resolveKeys() with a real keyring', () => {
  beforeEach((context: TestContext) => {
    if (missing.length > 0) context.skip(`a Secret Service for the tests needs ${missing.join(' and ')}`)
  })

  test('makes the key in the keyring, finds it again, and writes none to a file', async () => {
    const home = newHome()

    const [made, again] = await home.resolve(`${childRun()}; ${childRun()}`)

    expect(made).toMatchObject({
      source: "the operating system's keyring",
      notices: [expect.stringContaining('service checkwright')],
    })
    expect(again).toMatchObject({ currentId: made?.currentId, notices: [] })
    expect(readFileSync(home.usualFile, 'utf8')).toMatch(/^# .*\nkeyring\n$/)
  })

  test('lets three processes that make the key at once agree on one', async () => {
    const home = newHome()

    const said = await home.resolve(`${childRun()} & ${childRun()} & ${childRun()} & wait`)

    expect(said).toHaveLength(3)
    expect(new Set(said.map((each) => each.currentId)).size).toBe(1)
  })

  test('does not make a second key where the keyring is away later', async () => {
    const home = newHome()
    await home.resolve(childRun())

    const [away] = await home.resolve(childRun(), { bus: false })

    expect(away).toMatchObject({ code: 'KEYRING_UNAVAILABLE' })
  })

  test('says that the keys are gone where the file sends to a keyring without them', async () => {
    const home = newHome()
    mkdirSync(dirname(home.usualFile), { recursive: true })
    writeFileSync(home.usualFile, 'keyring\n', { mode: 0o600 })

    const [said] = await home.resolve(childRun())

    expect(said).toMatchObject({ code: 'KEYS_MISSING', message: expect.stringContaining('Restore them') })
  })

  test('makes no key for a PostgreSQL store', async () => {
    const home = newHome('postgres://db.example.com/checks')

    const [said] = await home.resolve(childRun('keyring'))

    expect(said).toMatchObject({ code: 'KEYS_MISSING' })
    expect(existsSync(home.usualFile)).toBe(false)
  })
})

interface Said {
  readonly currentId?: string
  readonly notices?: readonly string[]
  readonly code?: string
}

/** Shell text: resolve the keys in a new process, with the option `keys` where given. */
function childRun(keys = ''): string {
  return `"$NODE" "$CHILD" "$STORE_URL" keyring ${keys}`
}

const child = await locateStoreChild('resolve-keys')

function newHome(storeUrl?: string) {
  const folder = createTempFolder()
  chmodSync(folder, 0o700)
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_RUNTIME_DIR: folder,
    NODE: process.execPath,
    CHILD: child,
    STORE_URL: storeUrl ?? `sqlite:${join(folder, 'store', 'checkwright.db')}`,
  }
  return {
    usualFile: join(folder, '.config', 'checkwright', 'keys'),
    /** Runs the shell text and gives what each process in it printed. */
    async resolve(shell: string, { bus = true } = {}): Promise<readonly Said[]> {
      const unlocked = `printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null; ${shell}`
      const { stdout } = bus
        ? await promisify(execFile)('dbus-run-session', ['--', 'sh', '-c', unlocked], { env })
        : await promisify(execFile)('sh', ['-c', shell], { env })
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    },
  }
}

function isInstalled(program: string): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, program)))
}
