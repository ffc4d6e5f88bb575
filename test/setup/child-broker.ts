import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundleProgram, bundlePrograms } from '../../scripts/build/bundle.ts'
import { nameChild } from './name-child.ts'
import { shareBuild } from './share-build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the folder of the built children, which the first who asks builds. */
    childBroker: string
  }
}

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The programs that tests start as processes, `children/*.ts`, built once for a run from today's sources: each starts in a third of the
 * time that Node needs to load 500 files. See `locate-child.ts`.
 */
export default function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  return shareBuild(project, 'childBroker', async (dist) => {
    const files = globSync('test/{app/host,checks,http,report,service,things}/**/children/*.ts', { cwd: checkout })
    await bundleProgram(
      Object.fromEntries(files.map((file) => [`chunks/${nameChild(file)}`, join(checkout, file)])),
      dist,
    )
    // Beside the chunks that start them.
    await bundlePrograms(dist)
  })
}
