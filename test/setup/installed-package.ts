import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { isBuilt } from '../../scripts/build/build-stamp.ts'
import { startBroker } from './broker.ts'

/** The package as it was installed. */
export interface InstalledPackage {
  /** A project outside the checkout in which the packed package is installed: its folder. */
  readonly consumer: string
  /** The files of the tarball from `npm pack`, as paths inside the package. */
  readonly files: readonly string[]
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the `InstalledPackage`, as JSON, when it is installed. */
    packageBroker: string
  }
}

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Packs the package of today's sources as publishing would, and installs the tarball as a user would, while the first tests of
 * others run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-package-'))
  const installed = installPackage(folder)
  // Each test that asks says so.
  installed.catch(() => undefined)
  const broker = await startBroker(async () => JSON.stringify(await installed))
  project.provide('packageBroker', broker.url)
  return async () => {
    broker.close()
    await installed.catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function installPackage(folder: string): Promise<InstalledPackage> {
  const consumer = join(folder, 'consumer')
  const { tarball, files } = await pack(join(folder, 'checkout'), folder)
  await install(tarball, consumer)
  return { consumer, files }
}

/** In a copy, because somebody may build or write while it is packed. */
async function pack(copy: string, destination: string): Promise<{ tarball: string; files: readonly string[] }> {
  const made = new Set(['.git', 'site', 'data', 'out'])
  const isSource = (path: string) => basename(path) !== 'node_modules' && !made.has(relative(checkout, path))
  await cp(checkout, copy, { recursive: true, filter: isSource })
  await symlink(join(checkout, 'node_modules'), join(copy, 'node_modules'), 'junction')
  // `npm ci` has just built it. Otherwise `prepare` does; it writes to the same stdout, before npm's answer.
  const flags = isBuilt(join(copy, 'dist')) ? ['--ignore-scripts'] : ['--foreground-scripts=false']
  const output = await npm(copy, 'pack', '--json', ...flags, '--pack-destination', destination)
  const [packed] = JSON.parse(output) as [{ filename: string; files: { path: string }[] }]
  return { tarball: join(destination, packed.filename), files: packed.files.map((file) => file.path) }
}

/**
 * The consumer's lock is made from ours: so the test sees the dependency versions that were tested, and `npm ci` takes
 * them from the cache that installing the checkout has filled.
 */
async function install(tarball: string, consumer: string): Promise<void> {
  const { packages } = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as Lock
  const { '': ours, ...others } = packages
  const shipped = Object.entries(others).filter(([, dependency]) => dependency.dev !== true)
  const { devDependencies: _, ...published } = ours
  const manifest = { name: 'consumer', version: '1.0.0', dependencies: { checkwright: `file:${tarball}` } }
  const lock = {
    name: manifest.name,
    lockfileVersion: 3,
    packages: {
      '': manifest,
      'node_modules/checkwright': { ...published, resolved: `file:${tarball}` },
      ...Object.fromEntries(shipped),
    },
  }
  mkdirSync(consumer)
  writeFileSync(join(consumer, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(consumer, 'package-lock.json'), JSON.stringify(lock))
  // For the consumer's type-check: a user of TypeScript on Node has these types.
  await npm(consumer, 'ci', '--prefer-offline', '--no-audit', '--no-fund')
  mkdirSync(join(consumer, 'node_modules/@types'), { recursive: true })
  symlinkSync(join(checkout, 'node_modules/@types/node'), join(consumer, 'node_modules/@types/node'), 'junction')
}

interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>> & { readonly '': LockedPackage }
}

interface LockedPackage {
  readonly dev?: boolean
  readonly devDependencies?: Readonly<Record<string, string>>
}

async function npm(cwd: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', args, { cwd, shell: process.platform === 'win32' })
  return stdout
}
