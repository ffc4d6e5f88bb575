import { existsSync, readFileSync } from 'node:fs'
import type { AnyConnector } from 'checkwright'
import { dataConnectorIds } from 'checkwright/connectors'
import { findOperation } from '../../../scripts/connectors/samples.ts'
import type { ContractPaths } from '../../../src/data/contract/derive-contract.ts'
import type { WrittenUses } from '../../../src/data/contract/operation-use.ts'
import { readConnector } from '../../../src/data/read-connector.ts'
import type { SampleResult } from '../../../src/report/connector-page/sample-results.ts'

/** What a connector as data was held to. */
export interface ContractSource {
  /** Name of the description in the folder of test data. */
  readonly name: string
  readonly kind: 'description' | 'recordings'
  readonly of: string
  readonly version: string
  readonly licence: string
  /** Of the description, or of the recordings together. */
  readonly sha256: string
  /** Newest date that the source names; its age is unknown without one. */
  readonly dated?: string | undefined
}

/** A connector's `<id>.contract.json`: the part of the provider's description that it relies on, itself a description. */
export interface AnyContract {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly 'x-sources': readonly ContractSource[]
  /** The day on which it was derived. */
  readonly 'x-derived': string
  readonly servers: readonly { readonly url: string }[]
  readonly paths: ContractPaths
}

/** Of a connector as data. */
export interface Contract extends AnyContract {
  /** Of invented vendors: the first brings most verdicts, and together they bring each check to all that it can say. */
  readonly 'x-seeds': readonly number[]
  readonly 'x-seen': Readonly<
    Record<string, { readonly endpoints: readonly string[]; readonly result?: SampleResult | undefined }>
  >
}

/** Of a connector in TypeScript. */
export interface CodeContract extends AnyContract {
  /** What each check and each inventory was seen to ask and to read in the connector's tests. */
  readonly 'x-parts': WrittenUses
  /** Members that the connector reads and the description does not have. */
  readonly 'x-undescribed'?: readonly string[] | undefined
}

/** A connector as data with its files. */
export interface DataConnector {
  readonly id: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly text: string
  readonly connector: AnyConnector
  readonly contract: Contract
}

const root = new URL('../../../connectors/', import.meta.url)

export function locateContract(id: string): URL {
  return new URL(`${id}/${id}.contract.json`, root)
}

export function readDataFile(id: string): Uint8Array {
  return readFileSync(new URL(`${id}/${id}.connector.yaml`, root))
}

/** Of any connector; those of connectors as data have more in them. */
export function loadContract(id: string): (AnyContract & Partial<Contract & CodeContract>) | undefined {
  const file = locateContract(id)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

const loaded = new Map<string, DataConnector>()

/** Reads and compiles the files once for all tests of a process. */
export function loadDataConnector(id: string): DataConnector {
  const known = loaded.get(id) ?? readDataConnector(id)
  loaded.set(id, known)
  return known
}

function readDataConnector(id: string): DataConnector {
  const bytes = readDataFile(id)
  const name = `${id}.connector.yaml`
  const contract = loadContract(id) as Contract | undefined
  if (!contract) throw new Error(`connectors/${id}/${id}.contract.json is missing. Run "npm run contracts ${id}".`)
  return { id, name, bytes, text: Buffer.from(bytes).toString(), connector: readConnector(name, bytes), contract }
}

/** CHECKWRIGHT_CONNECTORS=netlify,vercel tries these alone. */
export const chosenDataIds = dataConnectorIds.filter(
  (id) => process.env.CHECKWRIGHT_CONNECTORS?.split(',').includes(id) ?? true,
)

/** Names of the operations in a contract: `GET /users/{id}`. */
function listOperations({ paths }: AnyContract): readonly string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

/** The operation of a contract that a request is for. */
export function nameOperation(contract: Contract, method: string, path: string): string | undefined {
  return findOperation(`${method} ${path}`, listOperations(contract))
}
