import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsup'
import type { TestProject } from 'vitest/node'
import { writeDataEntries } from '../../scripts/data-entries.ts'
import config, { copyData } from '../../tsup.config.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the path of the built command, which the first who asks builds. */
    commandBroker: string
  }
}

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const cache = join(checkout, 'node_modules/.cache/checkwright')

/**
 * The command as it is published, built once for all tests of a run from today's sources: it starts in half the time
 * that Node needs to strip the types of 500 files. A run whose tests start no command builds none.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let built: Promise<string> | undefined
  const folders: string[] = []
  const broker = createServer(async (_, response) => {
    try {
      built ??= buildCommand(folders)
      response.end(await built)
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  broker.listen(0, '127.0.0.1')
  await once(broker, 'listening')
  project.provide('commandBroker', `http://127.0.0.1:${(broker.address() as AddressInfo).port}`)
  // Somebody watches, and has changed a source.
  project.onTestsRerun(() => {
    built = undefined
  })
  return async () => {
    broker.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** A package of its own below the checkout: it finds itself by its package.json, and dependencies above it. */
async function buildCommand(folders: string[]): Promise<string> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'command-'))
  folders.push(folder)
  const dist = join(folder, 'dist')
  copyFileSync(join(checkout, 'package.json'), join(folder, 'package.json'))
  for (const name of ['docs', 'connectors']) symlinkSync(join(checkout, name), join(folder, name), 'junction')
  await build({
    ...config,
    config: false,
    dts: false,
    silent: true,
    outDir: dist,
    onSuccess: async () => {
      copyData(dist)
      writeDataEntries(dist)
    },
  })
  return join(dist, 'cli/bin.js')
}
