import { createHash } from 'node:crypto'
import { listDestination } from '../../auth/destination.ts'
import type { AnyConnector } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { isPublicAddress, readLiteralAddress } from '../../http/transport/egress.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/** A file as an operator gives it. */
export interface ConnectorFileInput {
  /** For messages. @default 'connector.yaml' */
  readonly fileName?: string | undefined
  /** YAML or JSON. */
  readonly text: string
  /**
   * Who writes the files of this connector. The first file decides it.
   * @default that of the connector, else 'operators'
   */
  readonly publisher?: string | undefined
}

/** Connectors of a service, and files that are kept of each. */
const most = { connectors: 500, versions: 50 } as const

const fileNameMax = 200

/** @throws DataFileError that lists every mistake with its place */
export async function readFile(
  { options, registry }: Uses<never, 'options' | 'registry'>,
  { fileName = 'connector.yaml', text }: ConnectorFileInput,
) {
  const bytes = new TextEncoder().encode(text)
  const name = fileName
    .slice(0, fileNameMax)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ')
  // PostgreSQL has no text with it, and no file of people does.
  if (text.includes('\0')) throw createRefusal('The file holds a NUL character. Save it as plain text.')
  const connector = await registry.readConnector(bytes, { name })
  if (options.allowPrivateNetwork === undefined || options.allowPrivateNetwork === false) demandPublicHosts(connector)
  // As the digest has it: half a character is no text.
  const fileText = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return { connector, text: fileText, fileName: name, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/**
 * Whether the service takes it as a version of its connector. Makes room for it among the versions that nobody uses.
 * @throws CheckwrightError `CONNECTOR_REFUSED`
 */
export async function demandAddable(
  { store: { dataConnectors }, registry }: Uses<'dataConnectors', 'registry'>,
  { id, source }: AnyConnector,
  { publisher }: ConnectorFileInput,
): Promise<{ readonly publisher: string }> {
  if (registry.isOwn(id))
    throw createRefusal(`The id "${id}" belongs to a connector of this release. Give the file another id.`)
  const existing = await dataConnectors.find(id)
  if (existing && publisher !== undefined && existing.publisher !== publisher)
    throw createRefusal(
      `The connector "${id}" belongs to the publisher "${existing.publisher}". Give the file another id.`,
    )
  if (existing === undefined && (await dataConnectors.list()).length >= most.connectors)
    throw createRefusal(`The service has ${most.connectors} connectors as data, which are the most.`)
  const versions = existing ? await dataConnectors.listVersions(id) : []
  const isKnown = versions.some(({ sha256 }) => sha256 === source?.sha256)
  if (!isKnown && versions.length >= most.versions) await dropUnusedVersion(dataConnectors, id, versions)
  return { publisher: existing?.publisher ?? publisher ?? 'operators' }
}

async function dropUnusedVersion(
  dataConnectors: Uses<'dataConnectors'>['store']['dataConnectors'],
  id: string,
  versions: readonly { readonly sha256: string }[],
): Promise<void> {
  for (const { sha256 } of versions.toReversed()) if (await dataConnectors.deleteVersion(id, sha256)) return
  throw createRefusal(
    `The connector "${id}" has ${most.versions} versions that are in use, which are the most. Move connections first.`,
  )
}

/** Requests to such addresses are refused anyway. Whoever adds the file learns it before people connect. */
function demandPublicHosts(connector: AnyConnector): void {
  for (const { path, value } of listDestination(connector)) {
    const host = /^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value).hostname : undefined
    const named = host ?? (path === 'allowedHosts' ? value.replace(/:\d+$/, '') : undefined)
    if (named === undefined) continue
    const address = readLiteralAddress(named)
    if (named === 'localhost' || named.endsWith('.localhost') || (address !== undefined && !isPublicAddress(address)))
      throw createRefusal(`"${path}" names ${named}, which is no public address. Name the vendor's own host.`)
  }
}

export function createRefusal(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'CONNECTOR_REFUSED' })
}
