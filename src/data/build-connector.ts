import {
  type AnyConnector,
  type AuthType,
  type Check,
  type Connector,
  type ConnectorDefinition,
  type ConnectorProofs,
  type ConnectorSource,
  defineConnector,
  getSchemas,
  type Inventory,
  type InventoryKind,
  stampConnector,
  toInventoryId,
} from '../define/index.ts'
import type { Description } from '../descriptions/description.ts'
import { DefinitionError, type Problem } from '../errors/index.ts'
import { allQuestions } from '../questions/all-questions.ts'
import { compileCheck } from './compile/compile-check.ts'
import { compileInventory } from './compile/compile-inventory.ts'
import { compileQuestion } from './compile/compile-question.ts'
import { compileRefusals } from './compile/compile-refusals.ts'
import { compileSchemes } from './compile/compile-schemes.ts'
import type { DocumentPath, ProblemReport } from './compile/report.ts'
import type { RequestRules } from './compile/request-rules.ts'
import type { IsSound } from './data-file.ts'
import type { DataProblem } from './data-problem.ts'
import { type DescribedApi, openDescribedApi } from './described/described-api.ts'
import { type CheckEntry, isQuestion } from './format/checks.ts'
import { type ConnectorFile, formatName } from './format/connector-file.ts'

/** A run that asks for more reads something that nobody meant, and a vendor may refuse everybody then. */
const requestsMax = 100_000

/** A connector's file without mistakes: its data, which is JSON, and the digest of its bytes. */
export interface CheckedFile {
  readonly file: ConnectorFile
  readonly sha256: string
  /** The same without the statements that checks name and the commands that mend, which decide no verdict. @default `sha256` */
  readonly judgingSha256?: string | undefined
  /** What its checks were tried on, where that is known. */
  readonly proofs?: ConnectorProofs | undefined
}

/** A connector of a file, to which code may add checks: `acme.with(acme.check({ … }))`. */
export type FileConnector = Connector<
  string,
  AuthType,
  Readonly<Record<string, unknown>>,
  Readonly<Record<string, unknown>>
>

type CodeParts = readonly (Check | Inventory<InventoryKind, never, string>)[]

/** Makes the connector of a file that `readConnectorFile()` has checked. */
export function buildConnector(checked: CheckedFile): FileConnector {
  const { connector, problems } = compileConnector(checked.file)
  if (!connector) throw new TypeError(`The file was not checked: ${problems.map(({ message }) => message).join('; ')}`)
  return completeConnector(connector, checked)
}

const files = new WeakMap<ConnectorDefinition, ConnectorFile>()

/** The data that a connector was made of; undefined for one that is code. */
export function getConnectorFile({ definition }: AnyConnector): ConnectorFile | undefined {
  return files.get(definition)
}

/** What a file says of a check; undefined for a check in code. A connector has the checks of its file first, in their order. */
export function findCheckEntry(connector: AnyConnector, { id }: Pick<Check, 'id'>): CheckEntry | undefined {
  return getConnectorFile(connector)?.checks?.[connector.checks.findIndex((check) => check.id === id)]
}

/** What the connector says of its file. */
export function completeConnector(
  connector: FileConnector,
  { file, sha256, judgingSha256 = sha256, proofs }: CheckedFile,
): FileConnector {
  const source: ConnectorSource = { format: formatName, sha256 }
  files.set(connector.definition, file)
  const schemes = Object.freeze({ sign: file.sign, login: file.login })
  const posts = Object.freeze(file.posts ?? [])
  const complete = { ...connector, schemes, posts, source, requestsMax }
  const stamped = stampConnector(complete, { judgingSha256, proofs })
  // With checks in code it is code: what a file alone is held to no longer says what it does.
  const addCode = (extended: FileConnector): FileConnector => {
    const more = (...parts: CodeParts) => addCode(extended.with(...parts))
    return Object.freeze({ ...extended, schemes, judgingSha256, with: more })
  }
  return Object.freeze({ ...stamped, with: (...parts: CodeParts) => addCode(connector.with(...parts)) })
}

export interface ReadConnectorRules {
  /** The vendor's own description. Requests and members that it does not have are mistakes then. */
  readonly description?: Description | undefined
  /**
   * Stands between a part of the file and the description, to see what the part asks of it: a check by its id,
   * `inventory:account`, or `connection` for the test of a connection.
   */
  readonly watch?: ((api: DescribedApi, part: string) => DescribedApi) | undefined
}

interface CompiledConnector {
  /** Undefined after problems. */
  readonly connector: FileConnector | undefined
  readonly problems: readonly DataProblem[]
}

interface CompileFileRules extends ReadConnectorRules {
  /** Which parts of the file are well-formed. @default all */
  readonly isSound?: IsSound | undefined
}

/** Members that expressions and requests of every part may name. */
const readEverywhere = ['baseUrl', 'auth', 'credentialFields', 'variables', 'sign', 'login'] as const

/** Makes a connector of a well-formed file, or finds the problems of the parts that are. */
export function compileConnector(
  file: ConnectorFile,
  { description, watch = (api) => api, isSound = () => true }: CompileFileRules = {},
): CompiledConnector {
  if (!readEverywhere.every((member) => isSound([member]))) return { connector: undefined, problems: [] }
  const problems: DataProblem[] = []
  const report: ProblemReport = {
    add: (path, message, at) => problems.push({ path, message, at }),
  }
  /** What a definition refuses, at the place of the file that says it. */
  const attempt = <T>(place: DocumentPath, build: () => T): T | undefined => {
    try {
      return build()
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error
      for (const problem of error.problems)
        report.add(findPart(file, problem.path) ?? [...place, ...parsePath(problem)], problem.message)
      return undefined
    }
  }
  const definition = pickDefinition(file)
  const described = description && openDescribedApi(description, definition.baseUrl ?? '')
  const rules: RequestRules = {
    definition,
    posts: new Set(file.posts ?? []),
    sentPosts: new Set(),
    constantRoles: new Set(),
    report,
    described,
  }
  const watchPart = (part: string): RequestRules =>
    described ? { ...rules, described: watch(described, part) } : rules
  const classify = compileRefusals(file.refusals ?? [], report)
  const hooks = { ...compileSchemes(file, definition, report), classify }
  const base = attempt([], () => defineConnector(definition as never, hooks as never) as FileConnector)
  const compiledInventories = (file.inventories ?? []).map((entry, index) =>
    attempt(['inventories', index], () =>
      compileInventory(entry, ['inventories', index], watchPart(toInventoryId(entry))),
    ),
  )
  const inventories = keepBuilt(compiledInventories.filter((_, index) => isSound(['inventories', index])))
  const areAll = isSound(['inventories']) && inventories.length === compiledInventories.length
  const checks = keepBuilt(
    (file.checks ?? []).map((entry, index) => {
      const place = ['checks', index]
      const check = attempt(place, () =>
        isQuestion(entry)
          ? compileQuestion(entry, place, { inventories, areAll }, rules)
          : compileCheck(entry, place, watchPart(entry.id)),
      )
      return isSound(place) ? check : undefined
    }),
  )
  const isEachListSound = isSound(['inventories']) && isSound(['checks'])
  for (const [index, path] of (file.posts ?? []).entries())
    if (isEachListSound && !rules.sentPosts.has(path))
      report.add(['posts', index], 'allows a POST that no request sends; remove it')
  if (described && definition.test?.path !== undefined) {
    const found = watch(described, 'connection').find('GET', definition.test.path)
    if ('problem' in found) report.add(['test', 'path'], found.problem)
  }
  if (!base) return { connector: undefined, problems }
  const connector = attempt([], () => base.with(...inventories, ...checks))
  return { connector: problems.length > 0 ? undefined : connector, problems }
}

function pickDefinition(file: ConnectorFile): ConnectorDefinition {
  const members = Object.keys(getSchemas().connectorSchema.shape)
  return Object.fromEntries(Object.entries(file).filter(([member]) => members.includes(member))) as never
}

function keepBuilt<T>(built: readonly (T | undefined)[]): readonly T[] {
  return built.filter((each) => each !== undefined)
}

/** Where the file names a part of which code would say `with(second-factor)`: the last one of that id. */
function findPart({ inventories = [], checks = [] }: ConnectorFile, path: string): DocumentPath | undefined {
  const id = /^with\((.*)\)$/.exec(path)?.[1]
  if (id === undefined) return undefined
  const inventory = inventories.findLastIndex((entry) => toInventoryId(entry) === id)
  if (inventory >= 0) return ['inventories', inventory, 'of']
  const check = checks.findLastIndex((entry) => readCheckId(entry) === id)
  const entry = checks[check]
  return entry && ['checks', check, entry.id === undefined ? 'question' : 'id']
}

function readCheckId(entry: CheckEntry): string | undefined {
  if (!isQuestion(entry) || entry.id !== undefined) return entry.id
  return allQuestions.find(({ name }) => name === entry.question)?.id
}

/** The steps of a path as messages write it: `auth.config.scopes[0]`, `headers["X-Key"]`. */
function parsePath({ path }: Problem): PropertyKey[] {
  return [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([A-Za-z_$][\w$]*)/g)].map(([, index, quoted, name]) =>
    index !== undefined ? Number(index) : (quoted ?? name ?? ''),
  )
}
