import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundlePrograms } from '../../scripts/build/bundle.ts'
import { shareBroker } from './broker.ts'
import { createPackageFolder } from './package-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the folder of the built programs of the service, which the first who asks builds. */
    programBroker: string
  }
}

/** The programs that the service starts as processes, built once for a run from today's sources. See `locate-program.ts`. */
export default function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  let built: Promise<string> | undefined
  let folder: string | undefined
  const remove = () => folder !== undefined && rmSync(folder, { recursive: true, force: true })
  const make = () => {
    folder ??= createPackageFolder('programs-')
    built ??= buildPrograms(join(folder, 'dist'))
    return built
  }
  // Somebody watches, and has changed a source.
  project.onTestsRerun(() => {
    built = undefined
  })
  return shareBroker(project, 'programBroker', make, remove)
}

async function buildPrograms(dist: string): Promise<string> {
  await bundlePrograms(dist)
  return join(dist, 'chunks')
}
