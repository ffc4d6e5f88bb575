import { readFileSync, statSync } from 'node:fs'
import { extname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { connectorIds, connectors as shipped } from '../../../../connectors/index.ts'
import type { CheckedFile, ReadConnectorRules } from '../../../data/build-connector.ts'
import { type AnyConnector, isConnector } from '../../../define/index.ts'
import { CheckwrightError, createUsageError, describeSystemCode } from '../../../errors/index.ts'
import { addProofs } from './beside.ts'
import { findCached, keepFound } from './checked-files.ts'
import { createLoadFailure } from './load-failure.ts'
import { digestLoadedFiles, noteLoadedFile, registerModuleHooks } from './module-hooks.ts'

/** The connectors of a file or of a shipped id. */
export interface LoadedTarget {
  readonly connectors: readonly AnyConnector[]
  /** Whether the file exports an array. Answers are then arrays too. */
  readonly isList: boolean
}

/** A path, not an id: it begins with `.` or `/`, or ends like a program or like a connector that is written as data. */
export function isFile(target: string): boolean {
  return (
    /^[./\\]|^[A-Za-z]:[\\/]/.test(target) ||
    ['.ts', '.mts', '.js', '.mjs', '.cts', '.cjs', '.yaml', '.yml'].includes(extname(target).toLowerCase()) ||
    isDataFile(target)
  )
}

/** The endings of a connector that is written as data. Only these are looked for in a folder. */
export const dataFileEndings = ['.connector.yaml', '.connector.yml', '.connector.json'] as const

/** Whether a file is a connector that is written as data, whatever the case of its ending. */
export function isDataFile(path: string): boolean {
  const lower = path.toLowerCase()
  return dataFileEndings.some((ending) => lower.endsWith(ending))
}

/** Whether what a person named is a file of data. */
export function isDataTarget(target: string): boolean {
  return isFile(target) && ['.yaml', '.yml', '.json'].includes(extname(target).toLowerCase())
}

/**
 * Loads a shipped connector by id, or the default export of a file.
 * @param rules that a connector as data is also held to
 * @throws CheckwrightError `CONNECTOR_UNKNOWN`, `CONNECTOR_LOAD_FAILED`, `DEFINITION_INVALID`
 */
export async function loadConnectors(target: string, rules?: ReadConnectorRules): Promise<LoadedTarget> {
  if (isFile(target)) return loadFile(target, rules)
  const connector = await loadShipped(target)
  if (connector) return { connectors: [connector], isList: false }
  throw createUnknownConnectorError(target)
}

/** For commands that are about one connector. */
export async function loadConnector(target: string): Promise<AnyConnector> {
  const { connectors } = await loadConnectors(target)
  const [connector, ...others] = connectors
  if (connector && others.length === 0) return connector
  throw createUsageError(
    `${target} exports ${connectors.length} connectors (${connectors.map(({ id }) => id).join(', ')}), and this command needs one. Put it into a file of its own, as the default export.`,
  )
}

/** Undefined for an unknown id. */
export async function loadShipped(id: string): Promise<AnyConnector | undefined> {
  const load = Object.hasOwn(shipped, id) ? shipped[id] : undefined
  if (!load) return undefined
  // Needed for the connectors' own imports of "checkwright" when Checkwright runs from source.
  registerModuleHooks()
  return load()
}

export function createUnknownConnectorError(target: string, also = ''): CheckwrightError {
  const near = connectorIds.filter((id) => isNear(id, target))
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : '"checkwright list" shows the connectors.'
  return new CheckwrightError(
    `There is no connector "${target}"${also}. ${hint} For a file of your own, give its path: ./${target}.ts or ./${target}.connector.yaml`,
    { code: 'CONNECTOR_UNKNOWN' },
  )
}

async function loadFile(target: string, rules?: ReadConnectorRules): Promise<LoadedTarget> {
  const file = resolve(target)
  // As the person wrote it if that is short, without a list of "..".
  const place = relative(process.cwd(), file).startsWith('..') ? file : target
  const createLoadError = (message: string) =>
    new CheckwrightError(`${place} ${message}`, { code: 'CONNECTOR_LOAD_FAILED' })
  demandFile(file, createLoadError)
  if (isDataTarget(target)) return loadDataFile(file, place, createLoadError, rules)
  registerModuleHooks()
  const namespace = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw createLoadFailure(file, place, error)
  })
  const { connectors, isList } = readExportedConnectors(namespace, createLoadError)
  const files = digestLoadedFiles(file)
  return { connectors: connectors.map((connector) => addProofs(Object.freeze({ ...connector, files }), file)), isList }
}

/** Without this, the loader of modules would name another cause. */
export function demandFile(file: string, createLoadError: (message: string) => CheckwrightError): void {
  if (!readAtOnce(() => statSync(file), createLoadError).isFile())
    throw createLoadError('is not a file. Name the file, and not its folder.')
}

/** Not by fs/promises, which takes longer to load than a connector takes to read. */
function readAtOnce<T>(read: () => T, createLoadError: (message: string) => CheckwrightError): T {
  try {
    return read()
  } catch (error) {
    throw createLoadError(
      `cannot be read${describeSystemCode(error)}. Check the path; it is relative to the folder that you are in.`,
    )
  }
}

async function loadDataFile(
  file: string,
  place: string,
  createLoadError: (message: string) => CheckwrightError,
  rules: ReadConnectorRules | undefined,
): Promise<LoadedTarget> {
  const bytes = readAtOnce(() => readFileSync(file), createLoadError)
  noteLoadedFile(file)
  const cached = rules === undefined ? findCached<CheckedFile>('connector', file, bytes) : undefined
  // Loaded only here: the language of expressions, and a YAML parser for bytes that are new.
  if (cached) return toLoadedTarget((await import('../../../data/build-connector.ts')).buildConnector(cached), file)
  const { connector, checked } = (await import('../../../data/read-connector.ts')).readConnectorFile(
    place,
    bytes,
    rules,
  )
  keepFound('connector', file, bytes, checked)
  return toLoadedTarget(connector, file)
}

function toLoadedTarget(connector: AnyConnector, file: string): LoadedTarget {
  return { connectors: [addProofs(connector, file)], isList: false }
}

function readExportedConnectors(
  namespace: Readonly<Record<string, unknown>>,
  failed: (message: string) => CheckwrightError,
): LoadedTarget {
  const value = namespace.default
  if (value === undefined) throw failed(`has no default export. ${exportHint(namespace)}`)
  if (isConnector(value)) return { connectors: [value], isList: false }
  if (!Array.isArray(value))
    throw failed(`has a default export that is not a connector of defineConnector. ${exportHint(namespace)}`)
  const stranger = value.findIndex((each) => !isConnector(each))
  if (value.length === 0) throw failed('has an empty array as default export. Put at least one connector into it.')
  if (stranger >= 0)
    throw failed(`has an array as default export, and its element ${stranger} is not a connector of defineConnector.`)
  const ids: string[] = value.map(({ id }: AnyConnector) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw failed(`exports two connectors with the id "${twice}". Rename one of them.`)
  return { connectors: value, isList: true }
}

/** The correct last line of the file, by what it contains. */
function exportHint(namespace: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(namespace).filter((name) => name !== 'default')
  const connector = names.find((name) => isConnector(namespace[name])) ?? 'acme'
  const checks = names.filter((name) => isConnectorCheck(namespace[name]))
  return `End the file in: export default ${connector}${checks.length > 0 ? `.with(${checks.join(', ')})` : '.with(…)'}`
}

function isConnectorCheck(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'connectorId' in value && 'run' in value
}

/** One letter too many, too few or different, or one inside the other. */
function isNear(a: string, b: string): boolean {
  if (a.includes(b) || b.includes(a)) return b.length > 2
  const longer = Math.max(a.length, b.length)
  const prefix = [...a].findIndex((letter, index) => letter !== b[index])
  const suffix = [...a].reverse().findIndex((letter, index) => letter !== b.at(-1 - index))
  return Math.max(prefix, 0) + Math.max(suffix, 0) >= longer - 2
}
