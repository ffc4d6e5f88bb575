import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { askBroker } from './broker.ts'

// Not by `inject`: setups of the whole run load it too, where there is nothing to ask.
const broker = process.env.CHECKWRIGHT_TEST_PROGRAM_BROKER
const folder = broker === undefined ? undefined : await askBroker(broker)

/**
 * In place of `src/sandbox/locate-program.ts`, for tests: the built program, which starts in half the time of its source. A program that
 * is not built by itself is its source.
 */
export function locateProgram(name: string, importer: string): URL {
  const built = folder === undefined ? undefined : join(folder, `${name}.js`)
  return built !== undefined && existsSync(built) ? pathToFileURL(built) : new URL(`./${name}.ts`, importer)
}
