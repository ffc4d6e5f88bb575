import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { type Dockerfile, DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { createProgram } from '../../src/app/program.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { locateCommand } from '../setup/locate-command.ts'
import { describePostgres, testPostgres } from '../setup/postgres.ts'
import { createTempFolder } from '../setup/temp-folder.ts'
import { findFreePort } from './free-port.ts'

const folder = fileURLToPath(new URL('../../examples/deploy/', import.meta.url))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly healthcheck: { readonly test: readonly string[] }
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
}
const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const own = Object.entries(services).filter(([, { command }]) => command !== undefined)

/** Variables that a command takes beside its options. */
const keyVariables = ['CHECKWRIGHT_KEYS', 'CHECKWRIGHT_KEY_FILE']

async function listVariables(name: string): Promise<string[]> {
  const program = await createProgram({ context: {} as never, finish: () => undefined }, [])
  const command = program.commands.find((each) => each.name() === name)
  return [...program.options, ...(command?.options ?? [])]
    .map((option) => `CHECKWRIGHT_${option.name().replaceAll('-', '_').toUpperCase()}`)
    .concat(keyVariables)
}

const listOwnNames = (names: Iterable<string>) => [...names].filter((name) => name.startsWith('CHECKWRIGHT_'))

describe('examples/deploy/Dockerfile', () => {
  const lines: Dockerfile = DockerfileParser.parse(read('Dockerfile'))
  const argumentsOf = (keyword: string) =>
    lines
      .getInstructions()
      .filter((each) => each.getKeyword() === keyword)
      .map((each) => each.getArgumentsContent() ?? '')

  test('has nothing that the linter of Dockerfiles complains about', () => {
    expect(validate(read('Dockerfile')).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
  })

  test('asks the same probe as compose.yaml whether it can work', () => {
    const [, ...command] = services.serve?.healthcheck.test ?? []

    expect(argumentsOf('HEALTHCHECK')).toEqual([
      expect.stringContaining(`CMD ${JSON.stringify(command).replaceAll('","', '", "')}`),
    ])
  })

  test('runs the command as a user without rights, and knows every variable that it sets', async () => {
    const set = lines.getENVs().flatMap((env) => env.getVariables().map((variable) => variable.getName()))

    expect(argumentsOf('USER').at(-1)).toBe('node')
    expect([...argumentsOf('ENTRYPOINT'), ...argumentsOf('CMD')]).toEqual(['["checkwright"]', '["serve"]'])
    const known = await listVariables('serve')
    expect(listOwnNames(set).filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('examples/deploy/compose.yaml', () => {
  test.each(own)('%s sets only variables that its command reads, and may write nowhere', async (_, service) => {
    const known = await listVariables(service.command?.[0] ?? '')

    expect(listOwnNames(Object.keys(service.environment)).filter((name) => !known.includes(name))).toEqual([])
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  })

  test('takes every secret from .env, which .env.example lists', () => {
    const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)

    expect(new Set(asked)).toEqual(new Set(Object.keys(parseEnv(read('.env.example')))))
  })

  describePostgres('on a PostgreSQL of this machine', () => {
    test('one process in front and two behind become healthy by their own probes', { timeout: 120_000 }, async () => {
      const [database, keys] = [await testPostgres(), makeKeyText()]
      const [serve, worker] = [services.serve, services.worker]
      if (!serve || !worker) throw new Error('There are no such services.')

      const probes = await Promise.all(
        [serve, worker, worker].map(async (service) => {
          const ports = { serve: await findFreePort(), health: await findFreePort() }
          const env = fill(service, { database, keys, ports })
          await startService(service, env)
          return rewritePorts(service.healthcheck.test.slice(1), ports)
        }),
      )

      const states = () => probes.map(([, ...args]) => spawnSync(process.execPath, args).status)
      await vi.waitFor(() => expect(states()).toEqual([0, 0, 0]), { timeout: 60_000, interval: 500 })
    })
  })
})

describe('examples/deploy/checkwright.service', () => {
  const lines = read('checkwright.service').split('\n')

  test('starts the command that the package has, with variables that it reads', async () => {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    const start = lines.find((line) => line.startsWith('ExecStart='))
    const named = Object.keys(parseEnv(read('environment.example'))).concat(
      lines.flatMap((line) => /^Environment=(\w+)=/.exec(line)?.[1] ?? []),
    )

    expect(start).toBe(
      `ExecStart=/usr/bin/node ${join('/opt/checkwright/node_modules/checkwright', manifest.bin.checkwright)} serve`,
    )
    const known = await listVariables('serve')
    expect(listOwnNames(named).filter((name) => !known.includes(name))).toEqual([])
  })

  test.skipIf(!isInstalled('systemd-analyze'))('is a unit that systemd takes (needs systemd-analyze)', () => {
    const unit = join(createTempFolder(), 'checkwright.service')
    // Neither the account nor the program is on this machine.
    const adapted = read('checkwright.service')
      .replace(/^(User|Group)=.*$/gm, '')
      .replace('/usr/bin/node', process.execPath)
    writeFileSync(unit, adapted)

    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })

    expect(stderr.split('\n').filter((line) => line.includes('checkwright.service'))).toEqual([])
    expect(status).toBe(0)
  })
})

interface Local {
  readonly database: string
  readonly keys: string
  readonly ports: { readonly serve: number; readonly health: number }
}

/** The environment of a container, with what this machine has in place of the others. */
function fill({ environment }: Service, { database, keys, ports }: Local): Record<string, string> {
  const local: Record<string, string> = {
    CHECKWRIGHT_STORE: database,
    CHECKWRIGHT_KEYS: keys,
    CHECKWRIGHT_PUBLIC_URL: 'https://checks.example.com',
    CHECKWRIGHT_TRUSTED_PROXY: '',
    CHECKWRIGHT_METRICS_PORT: '0',
    CHECKWRIGHT_METRICS_HOST: '127.0.0.1',
    CHECKWRIGHT_HEALTH_PORT: String(ports.health),
  }
  const named = Object.keys(environment).map((name) => [name, local[name] ?? environment[name] ?? ''] as const)
  const { PGPASSWORD: _, ...env } = Object.fromEntries(named)
  return { ...env, CHECKWRIGHT_PORT: String(ports.serve) }
}

function rewritePorts(words: readonly string[], { serve, health }: Local['ports']): string[] {
  return words.map((word) => word.replace(':3000/', `:${serve}/`).replace(':8081/', `:${health}/`))
}

/** The command of a container, in a folder that it may not write to, with nothing of this machine's environment. */
async function startService({ command = [] }: Service, env: Readonly<Record<string, string>>): Promise<void> {
  const cwd = join(createTempFolder(), 'read-only')
  mkdirSync(cwd, { mode: 0o555 })
  const path = [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
  const child = spawn(process.execPath, [await locateCommand(), ...command], {
    cwd,
    env: { PATH: path, HOME: cwd, NODE_ENV: 'production', NODE_DISABLE_COMPILE_CACHE: '1', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
}

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
