import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { NewFiles } from '../../../../src/author/new/connector-files.ts'
import { createDataFiles } from '../../../../src/author/new/data/data-files.ts'
import { createDescribedDraft } from '../../../../src/author/new/data/described-connector.ts'
import { createGraphqlDraft } from '../../../../src/author/new/data/graphql-connector.ts'
import { importConnector, importDescription } from '../../../../src/author/new/described/import-connector.ts'
import { CheckwrightError } from '../../../../src/errors/index.ts'
import { hasProviders } from '../../../connectors/data/provider.ts'
import { readSmallSchema, writeSchemaFiles } from './make-small.ts'

const folder = join(process.env.CHECKWRIGHT_TEST_DATA ?? '', 'contracts')

/** What `checkwright new` makes of a description in both forms. Where it refuses, the reason stands in place of the files. */
export interface MadeForms {
  /** The provider, and the list where there is a connector for each. */
  readonly of: string
  /** Of its files. */
  readonly id: string
  readonly code: NewFiles | string
  readonly data: NewFiles | string
  /** Whether the files ask their author which member is an id. */
  readonly asks: boolean
}

/** Providers whose descriptions are there. That of AWS has a form of its own, which `new` does not read. */
const providers = (ending: string) =>
  (hasProviders ? readdirSync(folder) : []).flatMap((name) =>
    name.endsWith(ending) && name !== 'aws.json.gz' ? [name.slice(0, -ending.length)] : [],
  )

export const describedProviders = providers('.json.gz')
export const schemaProviders = providers('.graphql.gz')

export async function makeDescribed(id: string, most: number): Promise<MadeForms> {
  const file = join(folder, `${id}.json.gz`)
  const wishes = {
    id,
    name: undefined,
    authType: undefined,
    keyPrefix: undefined,
    baseUrl: undefined,
    endpoints: [],
    most,
    madeUpUrl: `https://api.${id}.example`,
  }
  const imported = await orReason(() => importDescription(file, wishes))
  if (typeof imported === 'string') return { of: id, id, code: imported, data: imported, asks: false }
  return {
    of: id,
    id,
    code: await orReason(async () => (await importConnector(file, wishes)).files),
    data: await orReason(async () => createDataFiles(createDescribedDraft(imported), './node_modules')),
    asks: imported.checks.some(({ request }) => request.endpoint.members.possible.length > 0),
  }
}

/** A connector for each list of the schema, or for those alone that are wanted. */
export async function makeOfSchema(provider: string, most: number): Promise<readonly MadeForms[]> {
  const schema = gunzipSync(readFileSync(join(folder, `${provider}.graphql.gz`))).toString()
  const { field, others } = await readSmallSchema(schema)
  return Promise.all(
    [field, ...others].slice(0, most).map(async (list) => {
      const { connector, connection, files } = await writeSchemaFiles({ schema }, list)
      const draft = createGraphqlDraft(connector, connection)
      const data = await orReason(() => createDataFiles(draft, './node_modules'))
      return {
        of: `${provider}, ${list}`,
        id: 'acme',
        code: files,
        data,
        asks: connection.identity.possible.length > 0,
      }
    }),
  )
}

/** The message of a refusal for the author; anything else is a fault. */
async function orReason<T>(make: () => Promise<T>): Promise<T | string> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof CheckwrightError && error.code === 'CLI_USAGE') return error.message
    throw error
  }
}
