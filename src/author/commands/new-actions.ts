import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { AuthType, CredentialField } from '../../define/index.ts'
import { createUsageError } from '../../errors/index.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { askFields } from '../../service/commands/prompts.ts'
import { quoteForShell } from '../../service/commands/quote-for-shell.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { createConnectorFiles, type NewFiles } from '../new/connector-files.ts'
import type { DataDraft } from '../new/data/data-files.ts'
import type { SchemeName } from '../new/data/scheme-parts.ts'
import { type EnclosingPackage, findEnclosingPackage } from '../new/enclosing-package.ts'
import { createNewConnector, parseBaseUrl, refuseBadId, toNameOfId } from '../new/new-connector.ts'
import type { Note } from '../new/openapi/notes.ts'
import { createProjectFiles } from '../new/project-files.ts'
import { writeFiles } from '../new/write-files.ts'

export interface NewOptions extends GlobalOptions {
  readonly auth?: AuthType | undefined
  /** Id of a shipped connector that gets another check. */
  readonly for?: string | undefined
  readonly baseUrl?: string | undefined
  readonly name?: string | undefined
  /** File with the vendor's API description. */
  readonly openapi?: string | undefined
  /** File with the vendor's GraphQL schema. */
  readonly graphql?: string | undefined
  /** Lists of the description that get a check, as `GET /users`. */
  readonly endpoint?: readonly string[] | undefined
  readonly maxChecks?: number | undefined
  /** Text before the key in Authorization. */
  readonly keyPrefix?: string | undefined
  /** Write a connector without code. */
  readonly data?: boolean | undefined
  /** How a connector without code logs in or signs, with `auth` custom. */
  readonly scheme?: SchemeName | undefined
  readonly dir?: string | undefined
  /** Write a package around the connector, also inside of another. */
  readonly project?: boolean | undefined
  /** Do not ask questions. */
  readonly yes?: boolean | undefined
}

/** The files to write, and the notes for their author. */
interface MadeFiles {
  readonly name: string
  readonly files: NewFiles
  readonly notes: readonly Note[]
  /** A package around it, if that differs from the one of a connector in TypeScript. */
  readonly project?: NewFiles
}

/** Writes a connector with its checks and its test; outside of any package, one around them. */
export async function runNewCommand(id: string, options: NewOptions, { terminal }: Context): Promise<ExitCode> {
  refuseBadId(id)
  if (options.for !== undefined) return writeOwnCheck(id, options.for, options, terminal)
  const asks = terminal.canAsk && !options.yes && !options.json ? terminal : undefined
  const folder = resolve(options.dir ?? id)
  const around = options.project ? undefined : await findEnclosingPackage(folder)
  const { name, files, notes, project } = await makeConnector(
    id,
    { ...options, modulesPath: findModulesPath(folder, around) },
    asks,
  )
  const ownProject = around ? undefined : (project ?? createProjectFiles({ id, name }))
  const all = { ...files, ...ownProject }
  await writeFiles(folder, all)

  const names = Object.keys(all)
  const place = relative(process.cwd(), folder)
  const next = options.data ? listDataSteps(id, place, around) : listNextSteps(id, place, around)
  if (options.json) terminal.json({ folder, files: names, package: around?.file ?? null, notes, next })
  else printNextSteps({ names, place, around, notes, next }, terminal)
  return exitCodes.fine
}

async function writeOwnCheck(
  id: string,
  connectorId: string,
  options: NewOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const stray = (
    ['auth', 'baseUrl', 'name', 'openapi', 'graphql', 'endpoint', 'maxChecks', 'data', 'keyPrefix', 'project'] as const
  ).find((name) => options[name] !== undefined)
  if (stray !== undefined)
    throw createUsageError(`--for takes everything except the check from ${connectorId}. Remove --${toFlag(stray)}.`)
  const { createOwnCheck } = await import('../new/own-check-files.ts')
  const { name, files, file } = await createOwnCheck(id, connectorId)
  const folder = resolve(options.dir ?? '.')
  await writeFiles(folder, files)

  const place = relative(process.cwd(), join(folder, file))
  const next = [`checkwright run ${quoteForShell(`./${place}`)} --check ${id}`]
  if (options.json) {
    terminal.json({ folder, files: [file], package: null, notes: [], next })
    return exitCodes.fine
  }
  terminal.out.line(`${terminal.out.paint('green', '+')} ${place}`)
  terminal.out.line(`\nNext, with an account of ${name}:\n  ${next[0]}`)
  return exitCodes.fine
}

function toFlag(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

interface PlacedOptions extends NewOptions {
  /** From the folder of the connector to the packages that have Checkwright, with slashes on every system: `../node_modules`. */
  readonly modulesPath: string
}

/** Workspaces keep packages in a folder above their own. A package around it may not be installed yet. */
function findModulesPath(folder: string, around: EnclosingPackage | undefined): string {
  const start = around ? dirname(around.file) : folder
  let holder = start
  while (around && !existsSync(join(holder, 'node_modules', 'checkwright')) && dirname(holder) !== holder)
    holder = dirname(holder)
  const isFound = existsSync(join(holder, 'node_modules', 'checkwright'))
  const path = relative(folder, join(isFound ? holder : start, 'node_modules')).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

async function makeConnector(id: string, options: PlacedOptions, asks: Terminal | undefined): Promise<MadeFiles> {
  const { openapi, endpoint = [], maxChecks, auth, baseUrl, name, keyPrefix } = options
  demandFittingScheme(options)
  if (openapi !== undefined) {
    // Loaded only here: reading descriptions takes a YAML parser and a list of public suffixes.
    const { importConnector, importDescription } = await import('../new/openapi/import-connector.ts')
    const value = {
      id,
      name,
      authType: auth,
      keyPrefix,
      baseUrl,
      endpoints: endpoint,
      most: maxChecks ?? 5,
      madeUpUrl: makeUpUrl(id),
    }
    if (options.data) {
      const { createDescribedDraft } = await import('../new/data/described-connector.ts')
      const imported = await importDescription(openapi, value, asks)
      // What it names are files of a connector in TypeScript.
      const notes = imported.notes.map((note) => ({
        ...note,
        message: note.message.replace(/\b(?:account-list|connector)\.ts\b/g, `${id}.connector.yaml`),
      }))
      return makeDataFiles(createDescribedDraft(imported), notes, options)
    }
    return importConnector(openapi, value, asks)
  }
  if (keyPrefix !== undefined)
    throw createUsageError('--key-prefix completes what a description says, so it needs --openapi with the file.')
  if (options.graphql !== undefined) return makeGraphqlConnector(id, options.graphql, options)
  if (endpoint.length > 0)
    throw createUsageError('--endpoint names a list of a description, so it needs --openapi with the file.')
  if (maxChecks !== undefined)
    throw createUsageError('--max-checks limits the checks of a description, so it needs --openapi with the file.')
  const asked = asks ? await askFields(listPrompts(id, options), asks) : {}
  const connector = createNewConnector({
    id,
    name: name ?? asked.name ?? toNameOfId(id),
    authType: auth ?? authTypes.find((type) => type === asked.auth) ?? 'api_key',
    baseUrl: baseUrl ?? asked.base_url ?? makeUpUrl(id),
  })
  if (options.data) {
    // Loaded only here: the file is read and run once, on answers that are made up.
    const { createPlainDraft } = await import('../new/data/plain-connector.ts')
    return makeDataFiles(createPlainDraft(connector, options.scheme), [], options)
  }
  return { name: connector.definition.name, files: createConnectorFiles(connector), notes: [] }
}

function demandFittingScheme({ scheme, data, auth, openapi, graphql }: NewOptions): void {
  if (scheme === undefined || (data && auth === 'custom' && openapi === undefined && graphql === undefined)) return
  throw createUsageError(
    '--scheme is for a connector without code: give --data and --auth custom, without a description.',
  )
}

async function makeDataFiles(
  draft: DataDraft,
  notes: readonly Note[],
  { modulesPath }: PlacedOptions,
): Promise<MadeFiles> {
  const { createDataFiles, createDataProjectFiles } = await import('../new/data/data-files.ts')
  const { definition } = draft
  return {
    name: definition.name,
    files: await createDataFiles(draft, modulesPath),
    notes,
    project: createDataProjectFiles(definition),
  }
}

/** A connector of a GraphQL vendor. The path of its address receives the queries. */
async function makeGraphqlConnector(id: string, file: string, options: PlacedOptions): Promise<MadeFiles> {
  const { endpoint = [], auth: authType = 'api_key', baseUrl = `${makeUpUrl(id)}/graphql`, name } = options
  if (authType === 'custom' || endpoint.length > 1 || options.maxChecks !== undefined || options.openapi !== undefined)
    throw createUsageError(
      '--graphql works with --auth api_key, basic or oauth2 and at most one --endpoint. Remove --openapi and --max-checks.',
    )
  // Loaded only here: it takes a parser of GraphQL.
  const { readConnection } = await import('../new/graphql/read-connection.ts')
  const { createGraphqlFiles } = await import('../new/graphql/graphql-files.ts')
  const connection = await readConnection(file, endpoint[0])
  const { address, cut } = parseBaseUrl(baseUrl)
  const connector = createNewConnector({
    id,
    name: name ?? toNameOfId(id),
    authType,
    baseUrl: address.slice(0, address.length - cut.rest.length),
  })
  const { test: _test, ...definition } = connector.definition
  const graphqlPath = cut.rest === '' ? {} : { graphqlPath: cut.rest }
  const asked = { ...connector, definition: { ...definition, ...graphqlPath } }
  if (options.data) {
    const { createGraphqlDraft } = await import('../new/data/graphql-connector.ts')
    return makeDataFiles(createGraphqlDraft(asked, connection), [], options)
  }
  const files = createGraphqlFiles(asked, connection)
  return { name: definition.name, files, notes: [] }
}

const authTypes = ['api_key', 'basic', 'oauth2', 'custom'] as const satisfies readonly AuthType[]

/** A top-level domain that leads nowhere (RFC 2606), as an example for the author. */
function makeUpUrl(id: string): string {
  return `https://api.${id.slice(0, 63).replace(/-$/, '')}.example`
}

function listPrompts(id: string, { name, auth, baseUrl }: NewOptions): readonly CredentialField[] {
  const all: readonly (CredentialField & { readonly value: unknown })[] = [
    {
      value: name,
      id: 'name',
      label: 'Name of the vendor',
      type: 'text',
      required: false,
      placeholder: toNameOfId(id),
    },
    {
      value: auth,
      id: 'auth',
      label: 'How do you sign in to its API?',
      type: 'select',
      required: true,
      options: [
        { value: 'api_key', label: 'with a key or token from its settings' },
        { value: 'basic', label: 'by user name and password' },
        { value: 'oauth2', label: 'with OAuth 2.0: people go to the vendor and come back' },
        { value: 'custom', label: 'otherwise: a login call, a JWT, signed requests' },
      ],
    },
    {
      value: baseUrl,
      id: 'base_url',
      label: 'Address of its API',
      type: 'text',
      required: false,
      placeholder: makeUpUrl(id),
      helpText: 'Put the part that differs between customers in braces: https://{domain}.acme.example/api',
    },
  ]
  return all.filter(({ value }) => value === undefined).map(({ value, ...field }) => field)
}

interface WrittenConnector {
  readonly names: readonly string[]
  /** Folder, relative to the working directory. */
  readonly place: string
  readonly around: EnclosingPackage | undefined
  readonly notes: readonly Note[]
  readonly next: readonly string[]
}

const notesShown = 20

function printNextSteps({ names, place, around, notes, next }: WrittenConnector, { out }: Terminal): void {
  for (const name of names) out.line(`${out.paint('green', '+')} ${place === '' ? name : `${place}/${name}`}`)
  if (around)
    out.line(
      `\nThe folder belongs to the package of ${around.file}, so only the connector was written. --project writes a package of its own.`,
    )
  const decided = notes.filter(({ kind }) => kind === 'decided')
  const leftOut = notes.length - decided.length
  if (notes.length > 0)
    out.line('\nThe description does not define these. Each line begins with the place in the file:')
  for (const { pointer, message } of decided.slice(0, notesShown))
    out.line(`${out.paint('yellow', '!')} ${pointer || '/'}: ${message}${message.endsWith('?') ? '' : '.'}`)
  if (decided.length > notesShown) out.line(`… and ${decided.length - notesShown} more, in README.md.`)
  if (leftOut > 0)
    out.line(`${leftOut} ${leftOut === 1 ? 'list is' : 'lists are'} left out; README.md has the reasons.`)
  out.line(`\nNext:\n${next.map((step) => `  ${step}`).join('\n')}`)
  out.line(`\nREADME.md then lists what to look up in the vendor's documentation.`)
}

function listNextSteps(id: string, place: string, around: EnclosingPackage | undefined): readonly string[] {
  if (!around) return [...(place === '' ? [] : [`cd ${quoteForShell(place)}`]), 'npm install && npm test']
  const install = around.missing.length > 0 ? [`npm install --save-dev ${around.missing.join(' ')}`] : []
  return [...install, `npx vitest run ${quoteForShell(place === '' ? `${id}.test.ts` : `${place}/${id}.test.ts`)}`]
}

/** A file of data needs no other tools. */
function listDataSteps(id: string, place: string, around: EnclosingPackage | undefined): readonly string[] {
  const enter = place === '' ? [] : [`cd ${quoteForShell(place)}`]
  if (!around) return [...enter, 'npm install && npm test', `npx checkwright run ${id}.connector.yaml`]
  const file = quoteForShell(place === '' ? `${id}.connector.yaml` : `${place}/${id}.connector.yaml`)
  const install = around.missing.includes('checkwright') ? ['npm install --save-dev checkwright'] : []
  return [...install, `npx checkwright test ${file}`, `npx checkwright run ${file}`]
}
