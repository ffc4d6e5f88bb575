import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { isBuilt } from '../../scripts/build/build-stamp.ts'
import { bundle } from '../../scripts/build/bundle.ts'
import { startBroker } from './broker.ts'
import { createPackageFolder } from './package-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the path of the built command, which the first who asks builds. */
    commandBroker: string
  }
}

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The command as it is published, built once for all tests of a run from today's sources: it starts in half the time
 * that Node needs to strip the types of 500 files. A run whose tests start no command builds none.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let built: Promise<string> | undefined
  const folders: string[] = []
  const broker = await startBroker(() => {
    built ??= buildCommand(folders)
    return built
  })
  project.provide('commandBroker', broker.url)
  // Somebody watches, and has changed a source.
  project.onTestsRerun(() => {
    built = undefined
  })
  return async () => {
    broker.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

async function buildCommand(folders: string[]): Promise<string> {
  const folder = createPackageFolder('command-')
  folders.push(folder)
  const dist = join(folder, 'dist')
  // A copy, because somebody may build while the tests run.
  if (existsSync(join(checkout, 'dist'))) cpSync(join(checkout, 'dist'), dist, { recursive: true })
  if (!isBuilt(dist)) await bundle(dist)
  return join(dist, 'cli/bin.js')
}
