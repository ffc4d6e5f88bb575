import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { askBroker } from '../setup/broker.ts'
import type { InstalledPackage } from '../setup/installed-package.ts'

/** A project in which the packed package is installed, and the files of its tarball, as `test/setup/installed-package.ts` made them. */
export const { consumer, files: packedFiles }: InstalledPackage = JSON.parse(await askBroker(inject('packageBroker')))

/** The installed package's own folder. */
export const installed = join(consumer, 'node_modules/checkwright')

export const manifest: Manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))

/** Every name that a program can import, `./connectors/*` written out. */
export const subpaths: readonly string[] = Object.keys(manifest.exports)
  .filter((subpath) => !subpath.endsWith('.json'))
  .flatMap((subpath) => (subpath.endsWith('*') ? filled(subpath) : [subpath]))
  .map((subpath) => subpath.replace(/^\./, manifest.name))

export interface Finished {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs Node in the consumer's project, without the test runner's environment. */
export function runNode(...args: readonly string[]): Promise<Finished> {
  return runCommand(process.execPath, args)
}

export function runCommand(command: string, args: readonly string[]): Promise<Finished> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' }
  return new Promise((resolve) => {
    execFile(command, args, { cwd: consumer, env }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ exitCode, stdout, stderr })
    })
  })
}

function filled(pattern: string): string[] {
  const folder = pattern.replace('/*', '')
  return readdirSync(join(installed, 'dist', folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`)
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, unknown>>
}
