import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { AuthType, CredentialField } from '../../../define/index.ts'
import { createUsageError } from '../../../errors/index.ts'
import type { GlobalOptions } from '../../../service/commands/context.ts'
import { askFields } from '../../../service/commands/prompts.ts'
import type { Terminal } from '../../../service/commands/terminal.ts'
import { createConnectorFiles, type NewFiles } from '../connector-files.ts'
import type { DataDraft } from '../data/data-files.ts'
import type { SchemeName } from '../data/scheme-parts.ts'
import type { EnclosingPackage } from '../enclosing-package.ts'
import { createNewConnector, parseBaseUrl, toNameOfId } from '../new-connector.ts'
import type { Note } from '../openapi/notes.ts'

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
export interface MadeFiles {
  readonly name: string
  readonly files: NewFiles
  readonly notes: readonly Note[]
  /** A package around it, if that differs from the one of a connector in TypeScript. */
  readonly project?: NewFiles
}

interface PlacedOptions extends NewOptions {
  /** From the folder of the connector to the packages that have Checkwright, with slashes on every system: `../node_modules`. */
  readonly modulesPath: string
}

/** Workspaces keep packages in a folder above their own. A package around it may not be installed yet. */
export function findModulesPath(folder: string, around: EnclosingPackage | undefined): string {
  const start = around ? dirname(around.file) : folder
  let holder = start
  while (around && !existsSync(join(holder, 'node_modules', 'checkwright')) && dirname(holder) !== holder)
    holder = dirname(holder)
  const isFound = existsSync(join(holder, 'node_modules', 'checkwright'))
  const path = relative(folder, join(isFound ? holder : start, 'node_modules')).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

/** The files of a new connector. @param asks undefined if nobody can answer. @throws CheckwrightError for what cannot be made */
export async function makeConnector(
  id: string,
  options: PlacedOptions,
  asks: Terminal | undefined,
): Promise<MadeFiles> {
  const { openapi, endpoint = [], maxChecks, auth, baseUrl, name, keyPrefix } = options
  demandFittingScheme(options)
  if (openapi !== undefined) {
    // Loaded only here: reading descriptions takes a YAML parser and a list of public suffixes.
    const { importConnector, importDescription } = await import('../described/import-connector.ts')
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
      const { createDescribedDraft } = await import('../data/described-connector.ts')
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
    const { createPlainDraft } = await import('../data/plain-connector.ts')
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
  const { createDataFiles, createDataProjectFiles } = await import('../data/data-files.ts')
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
  const { readConnection } = await import('../graphql/read-connection.ts')
  const { createGraphqlFiles } = await import('../graphql/graphql-files.ts')
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
  const { createGraphqlDraft } = await import('../data/graphql-connector.ts')
  const draft = createGraphqlDraft(asked, connection)
  if (options.data) return makeDataFiles(draft, [], options)
  const { createBegunWitnesses } = await import('../data/data-files.ts')
  const begun = await createBegunWitnesses(draft, `${id}.ts`)
  const files = { ...createGraphqlFiles(asked, connection, Object.keys(begun).length > 0), ...begun }
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
