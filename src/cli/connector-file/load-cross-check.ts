import { relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CrossCheck } from '../../crosscheck/cross-check.ts'
import { allCrossChecks } from '../../crosscheck/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { createLoadFailure } from './load-failure.ts'
import { registerModuleHooks } from './module-hooks.ts'

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

async function loadFile(target: string): Promise<readonly CrossCheck[]> {
  const file = resolve(target)
  const place = relative(process.cwd(), file).startsWith('..') ? file : target
  registerModuleHooks()
  const namespace: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href).catch(
    (error: unknown) => {
      throw createLoadFailure(file, place, error)
    },
  )
  return Object.values(namespace).flat().filter(isCrossCheck)
}

function isCrossCheck(value: unknown): value is CrossCheck {
  const { id, run, needs } = (value ?? {}) as Partial<CrossCheck>
  return typeof id === 'string' && typeof run === 'function' && typeof needs === 'object'
}
