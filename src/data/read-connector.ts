import { createHash } from 'node:crypto'
import {
  type AnyConnector,
  type Check,
  type ConnectorDefinition,
  type ConnectorSource,
  defineConnector,
  getSchemas,
  type Inventory,
} from '../define/index.ts'
import { DefinitionError, type Problem } from '../errors/index.ts'
import { compileCheck } from './compile/compile-check.ts'
import { compileInventory } from './compile/compile-inventory.ts'
import { compileQuestion } from './compile/compile-question.ts'
import { compileRefusals } from './compile/compile-refusals.ts'
import type { RequestRules } from './compile/compile-request.ts'
import { compileSchemes } from './compile/compile-schemes.ts'
import type { Place, Report } from './compile/report.ts'
import { type DataProblem, parseDataFile } from './data-file.ts'
import { findLimitProblems } from './file-limits.ts'
import { isQuestion } from './format/checks.ts'
import { type ConnectorFile, formatName, getFormat } from './format/connector-file.ts'

/**
 * Reads a connector that is written as data, YAML or JSON, and makes the same connector of it that code would make.
 * @param name of the file, for messages
 * @throws DataFileError that lists every mistake as `file:line:column`
 */
export function readConnector(name: string, bytes: Uint8Array): AnyConnector {
  let connector: AnyConnector | undefined
  let beside: Pick<AnyConnector, 'schemes' | 'posts'> = {}
  parseDataFile(name, bytes, {
    what: 'connector file',
    code: 'DEFINITION_INVALID',
    schema: getFormat(),
    rules: (file) => {
      const tooMuch = findLimitProblems(file)
      if (tooMuch.length > 0) return tooMuch
      const compiled = compileConnector(file)
      connector = compiled.connector
      beside = {
        schemes: Object.freeze({ sign: file.sign, login: file.login }),
        posts: Object.freeze(file.posts ?? []),
      }
      return compiled.problems
    },
  })
  const source: ConnectorSource = { format: formatName, sha256: createHash('sha256').update(bytes).digest('hex') }
  return Object.freeze({ ...(connector as unknown as AnyConnector), ...beside, source })
}

interface CompiledConnector {
  /** Undefined after problems. */
  readonly connector: AnyConnector | undefined
  readonly problems: readonly DataProblem[]
}

/** Makes a connector of a well-formed file. */
function compileConnector(file: ConnectorFile): CompiledConnector {
  const problems: DataProblem[] = []
  const report: Report = {
    add: (path, message, at) => problems.push({ path, message, ...(at !== undefined && { at }) }),
  }
  /** What a definition refuses, at the place of the file that says it. */
  const attempt = <T>(place: Place, build: () => T): T | undefined => {
    try {
      return build()
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error
      for (const problem of error.problems) report.add([...place, ...parsePath(problem)], problem.message)
      return undefined
    }
  }
  const definition = pickDefinition(file)
  const rules: RequestRules = { definition, posts: new Set(file.posts ?? []), report }
  const classify = compileRefusals(file.refusals ?? [], report)
  const hooks = { ...compileSchemes(file, definition, report), ...(classify && { classify }) }
  const base = attempt([], () => defineConnector(definition as never, hooks as never) as AnyConnector & Joins)
  const inventories = keepBuilt(
    (file.inventories ?? []).map((entry, index) =>
      attempt(['inventories', index], () => compileInventory(entry, ['inventories', index], rules)),
    ),
  )
  const checks = keepBuilt(
    (file.checks ?? []).map((entry, index) => {
      const place = ['checks', index]
      return attempt(place, () =>
        isQuestion(entry) ? compileQuestion(entry, place, inventories, rules) : compileCheck(entry, place, rules),
      )
    }),
  )
  if (!base || problems.length > 0) return { connector: undefined, problems }
  const connector = attempt([], () => base.with(...inventories, ...checks))
  return { connector: problems.length > 0 ? undefined : connector, problems }
}

interface Joins {
  with(...parts: readonly (Check | Inventory)[]): AnyConnector
}

function pickDefinition(file: ConnectorFile): ConnectorDefinition {
  const members = Object.keys(getSchemas().connectorSchema.shape)
  return Object.fromEntries(Object.entries(file).filter(([member]) => members.includes(member))) as never
}

function keepBuilt<T>(built: readonly (T | undefined)[]): readonly T[] {
  return built.filter((each) => each !== undefined)
}

/** The steps of a path as messages write it: `auth.config.scopes[0]`, `headers["X-Key"]`. */
function parsePath({ path }: Problem): PropertyKey[] {
  return [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([A-Za-z_$][\w$]*)/g)].map(([, index, quoted, name]) =>
    index !== undefined ? Number(index) : (quoted ?? name ?? ''),
  )
}
