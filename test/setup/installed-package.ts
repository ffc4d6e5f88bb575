import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A project outside the checkout in which the packed package is installed: its folder. */
    consumer: string
    /** The files of the tarball from `npm pack`, as paths inside the package. */
    packedFiles: readonly string[]
  }
}

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/** Builds the package from today's sources, packs it as publishing would, and installs the tarball as a user would. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-package-'))
  const consumer = join(folder, 'consumer')
  const { tarball, files } = await pack(join(folder, 'checkout'), folder)
  await install(tarball, consumer)
  project.provide('consumer', consumer)
  project.provide('packedFiles', files)
  return () => rmSync(folder, { recursive: true, force: true })
}

/** In a copy, because `dist/` of the checkout may be older than the sources, or in use by another process. */
async function pack(copy: string, destination: string): Promise<{ tarball: string; files: readonly string[] }> {
  const built = new Set(['.git', 'dist', 'site', 'data', 'out'])
  const isSource = (path: string) => basename(path) !== 'node_modules' && !built.has(relative(checkout, path))
  cpSync(checkout, copy, { recursive: true, filter: isSource })
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'), 'junction')
  // The build of `prepare` writes to the same stdout, before npm's answer.
  const output = await npm(copy, 'pack', '--json', '--foreground-scripts=false', '--pack-destination', destination)
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
