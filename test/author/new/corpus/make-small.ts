import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createGraphqlFiles } from '../../../../src/author/new/graphql/graphql-files.ts'
import { readConnection, type SchemaConnection } from '../../../../src/author/new/graphql/read-connection.ts'
import { createNewConnector } from '../../../../src/author/new/new-connector.ts'
import {
  createImportedConnector,
  type ImportedConnector,
} from '../../../../src/author/new/openapi/imported-connector.ts'
import { openDescription } from '../../../../src/descriptions/description.ts'
import { parseDescription } from '../../../../src/descriptions/parse-description.ts'
import { createFolder } from '../../../app/command.ts'
import type { ExpectedConnector, ExpectedRefusal, SmallDescription } from './describe-vendor.ts'
import { smallDescriptions } from './small-descriptions.ts'
import { type SmallSchema, smallSchemas } from './small-schemas.ts'

export function importSmall({ openapi, baseUrl, authType, endpoints = [] }: SmallDescription): ImportedConnector {
  const description = typeof openapi === 'string' ? parseDescription('acme.yaml', openapi) : openDescription(openapi)
  if (!description) throw new TypeError('This is no description.')
  return createImportedConnector(description, {
    id: 'acme',
    name: 'Acme',
    authType,
    keyPrefix: undefined,
    baseUrl,
    madeUpUrl: 'https://made.acme.example',
    endpoints,
    most: 5,
  })
}

export function writeConnector(files: Readonly<Record<string, string>>): string {
  const place = createFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), text)
  }
  return place
}

/** @param wanted name of one of its lists @default the one that `checkwright new` chooses */
export async function readSmallSchema(schema: string, wanted?: string): Promise<SchemaConnection> {
  return readConnection(join(writeConnector({ 'acme.graphql': schema }), 'acme.graphql'), wanted)
}

export async function writeSchemaFiles({ schema }: Pick<SmallSchema, 'schema'>, wanted?: string) {
  const { definition, ...made } = createNewConnector({
    id: 'acme',
    name: 'Acme',
    authType: 'api_key',
    baseUrl: 'https://api.acme.example',
  })
  const { test: _, ...own } = definition
  const connector = { ...made, definition: own }
  const connection = await readSmallSchema(schema, wanted)
  return { connector, connection, files: createGraphqlFiles(connector, connection) }
}

type Case<Expected> = readonly [situation: string, small: SmallDescription, expected: Expected]

export const connectors = smallDescriptions.flatMap((small): Case<ExpectedConnector>[] =>
  'refused' in small.expected ? [] : [[small.situation, small, small.expected]],
)

export const refusals = smallDescriptions.flatMap((small): Case<ExpectedRefusal>[] =>
  'refused' in small.expected ? [[small.situation, small, small.expected]] : [],
)

type ExpectedSchema = Exclude<SmallSchema['expected'], { readonly refused: string }>

export const schemaConnectors = smallSchemas.flatMap(
  (small): (readonly [situation: string, small: SmallSchema, expected: ExpectedSchema])[] =>
    'refused' in small.expected ? [] : [[small.situation, small, small.expected]],
)

export const schemaRefusals = smallSchemas.flatMap(
  (small): (readonly [situation: string, small: SmallSchema, expected: ExpectedRefusal])[] =>
    'refused' in small.expected ? [[small.situation, small, small.expected]] : [],
)
