import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { StoreError } from '../../../errors/index.ts'

/** One entry of the operating system's keyring. */
export interface Keyring {
  read(): Promise<string | null>
  write(text: string): Promise<void>
}

/** @param timeoutMs time for one call; a locked keyring waits for a person */
export type OpenKeyring = (timeoutMs: number) => Promise<Keyring>

const SERVICE = 'checkwright'
const ACCOUNT = 'master-keys'

/**
 * The program of the child process. On Linux it uses the Secret Service only. By default, the library silently falls
 * back to the kernel's keyring, which forgets everything at a restart, so the master key would be lost.
 */
const PROGRAM = `
const [library, service] = process.argv.slice(1)
let text = ''
for await (const chunk of process.stdin) text += chunk
const { steps } = JSON.parse(text)
const { Entry } = (await import(library)).default ?? (await import(library))
const answers = steps.map(({ account, verb, value }) => {
  const entry = new Entry(service, account, { linux: { store: 'secret-service' } })
  if (verb === 'read') return entry.getPassword()
  return verb === 'write' ? void entry.setPassword(value) : void entry.deletePassword()
})
process.stdout.write(JSON.stringify(answers.map((answer) => answer ?? null)))
`

interface KeyringStep {
  readonly account: string
  readonly verb: 'read' | 'write' | 'remove'
  readonly value?: string
}

/**
 * The keyring of macOS, Windows or the Linux desktop, proven to work by writing, reading and deleting a random value.
 *
 * @throws StoreError `KEYRING_UNAVAILABLE`
 */
export const openOsKeyring: OpenKeyring = async (timeoutMs) => {
  const ask = async (steps: readonly KeyringStep[]) => {
    try {
      return await askInChild(steps, timeoutMs)
    } catch {
      throw createKeyringUnavailableError()
    }
  }
  const probe = { account: `self-test-${randomBytes(8).toString('hex')}` }
  const value = randomBytes(16).toString('hex')
  const [, read] = await ask([
    { ...probe, verb: 'write', value },
    { ...probe, verb: 'read' },
    { ...probe, verb: 'remove' },
  ])
  if (read !== value) throw createKeyringUnavailableError()
  return {
    read: async () => (await ask([{ account: ACCOUNT, verb: 'read' }]))[0] ?? null,
    write: async (text) => void (await ask([{ account: ACCOUNT, verb: 'write', value: text }])),
  }
}

/**
 * Runs in a process of its own, which is killed when the time is over. The library blocks its thread. A bus that
 * accepts and does not answer would block it for ever, and a thread in native code cannot be ended. Keys go through
 * pipes, not as arguments.
 */
async function askInChild(steps: readonly KeyringStep[], timeoutMs: number): Promise<readonly (string | null)[]> {
  // Resolved here, where the package is installed: an optional native module, missing on some platforms.
  const library = pathToFileURL(createRequire(import.meta.url).resolve('@napi-rs/keyring')).href
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, library, SERVICE], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: pickChildEnvironment(process.env),
    windowsHide: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const timer = setTimeout(() => {
    child.kill('SIGKILL')
    reject(new Error('The keyring takes too long'))
  }, timeoutMs)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  child.once('error', reject)
  child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error('The keyring does not answer'))))
  // A child that ended early has already reported that.
  child.stdin.on('error', () => undefined)
  child.stdin.end(JSON.stringify({ steps }))
  try {
    return JSON.parse(await promise)
  } finally {
    clearTimeout(timer)
  }
}

/** Neither our secrets nor variables that would change the child's program. */
function pickChildEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('CHECKWRIGHT_') && !name.startsWith('NODE_')),
  )
}

/** Without a cause: the library has one code for every failure, and its texts may contain the written value. */
function createKeyringUnavailableError(): StoreError {
  return new StoreError(
    "The operating system's keyring does not answer. Unlock it, or set CHECKWRIGHT_KEYS to the master keys, or CHECKWRIGHT_KEY_FILE to a file that has them.",
    { code: 'KEYRING_UNAVAILABLE', retryable: true },
  )
}
