import type { TestProject } from 'vitest/node'
import { bundlePrograms } from '../../scripts/build/bundle.ts'
import { shareBuild } from './share-build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the folder of the built programs of the service, which the first who asks builds. */
    programBroker: string
  }
}

/** The programs that the service starts as processes, built once for a run from today's sources. See `locate-program.ts`. */
export default function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  return shareBuild(project, 'programBroker', bundlePrograms)
}
