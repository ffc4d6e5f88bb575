import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { shareBroker } from './broker.ts'
import { createPackageFolder } from './package-folder.ts'

/** Tells the tests of a project where a folder is that the first who asks builds, with today's sources. It is gone after the run. */
export function shareBuild(
  project: TestProject,
  name: 'childBroker' | 'programBroker',
  build: (dist: string) => Promise<unknown>,
): Promise<(() => Promise<void>) | undefined> {
  let built: Promise<unknown> | undefined
  let folder: string | undefined
  // Somebody watches, and has changed a source.
  project.onTestsRerun(() => {
    built = undefined
  })
  const make = async () => {
    folder ??= createPackageFolder(`${name}-`)
    const dist = join(folder, 'dist')
    built ??= build(dist)
    await built
    return join(dist, 'chunks')
  }
  return shareBroker(
    project,
    name,
    make,
    () => folder !== undefined && rmSync(folder, { recursive: true, force: true }),
  )
}
