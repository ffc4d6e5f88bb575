import { relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CrossCheck } from '../../../crosscheck/define/cross-check.ts'
import { allCrossChecks } from '../../../crosscheck/index.ts'
import { CheckwrightError, createUsageError } from '../../../errors/index.ts'
import { demandFile } from './load-connector.ts'
import { createLoadFailure } from './load-failure.ts'
import { digestLoadedFiles, registerModuleHooks } from './module-hooks.ts'

/**
 * The cross-check of an id: one that ships, or one that a file exports.
 * @throws CheckwrightError `CONNECTOR_LOAD_FAILED`; `CROSS_CHECK_UNKNOWN`
 */
export async function loadCrossCheck(id: string, file: string | undefined): Promise<CrossCheck> {
  const known = file === undefined ? allCrossChecks : await loadFile(file)
  const found = known.find((crossCheck) => crossCheck.id === id)
  if (found) return found
  throw new CheckwrightError(
    file === undefined
      ? `The cross-check "${id}" does not ship with Checkwright. Name the file that exports it.`
      : `${file} exports no cross-check "${id}".`,
    { code: 'CROSS_CHECK_UNKNOWN' },
  )
}

/**
 * The cross-checks that files export, for a service and for commands on its store.
 * @throws CheckwrightError `CONNECTOR_LOAD_FAILED`; `CLI_USAGE` for a file without one, and for an id that is taken
 */
export async function loadCrossChecks(files: readonly string[] = []): Promise<readonly CrossCheck[]> {
  const places = new Map(allCrossChecks.map(({ id }) => [id, 'Checkwright']))
  const loaded: CrossCheck[] = []
  for (const file of new Set(files)) {
    const found = await loadFile(file)
    if (found.length === 0)
      throw createUsageError(`${file} exports no cross-check. Export what defineCrossCheck returns.`)
    for (const crossCheck of found) {
      const other = places.get(crossCheck.id)
      if (other !== undefined)
        throw createUsageError(
          `${file} has the cross-check "${crossCheck.id}", and so has ${other}. Give it another id.`,
        )
      places.set(crossCheck.id, file)
      loaded.push(crossCheck)
    }
  }
  return loaded
}

async function loadFile(target: string): Promise<readonly CrossCheck[]> {
  const file = resolve(target)
  const place = relative(process.cwd(), file).startsWith('..') ? file : target
  demandFile(file, (message) => new CheckwrightError(`${place} ${message}`, { code: 'CONNECTOR_LOAD_FAILED' }))
  registerModuleHooks()
  const namespace: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href).catch(
    (error: unknown) => {
      throw createLoadFailure(file, place, error)
    },
  )
  const files = digestLoadedFiles(file)
  // The default export is often one of the named ones again.
  const found = new Set(Object.values(namespace).flat().filter(isCrossCheck))
  return [...found].map((crossCheck) => Object.freeze({ ...crossCheck, files }))
}

function isCrossCheck(value: unknown): value is CrossCheck {
  const { id, run, needs } = (value ?? {}) as Partial<CrossCheck>
  return typeof id === 'string' && typeof run === 'function' && typeof needs === 'object'
}
