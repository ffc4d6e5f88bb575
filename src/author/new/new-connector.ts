import {
  type AuthType,
  anyHostPattern,
  type ConnectorDefinition,
  type CredentialField,
  cutUrlTemplate,
  defineConnector,
} from '../../define/index.ts'
import { createUsageError, DefinitionError } from '../../errors/index.ts'
import { trimSlashes } from '../../text/trim-slashes.ts'
import { type Strategy, strategies } from './strategies.ts'

/** A person's choices for a new connector. */
export interface ConnectorWishes {
  readonly id: string
  readonly name: string
  readonly authType: AuthType
  /** May contain `{placeholders}`; each becomes a credential field. */
  readonly baseUrl: string
}

/** A new connector. It is valid, because defining it was tried. */
export interface NewConnector {
  readonly definition: ConnectorDefinition & { readonly name: string; readonly baseUrl: string }
  readonly strategy: Strategy
  /** The test's values for fields in braces in the base URL. */
  readonly addressValues: Readonly<Record<string, string>>
  /** Path of the base URL, without a slash at its end, with these values. */
  readonly routePrefix: string
  /** Whether the vendor is on this machine, as in a trial. */
  readonly isLocal: boolean
  /** Whether each customer runs the vendor's software on its own host. */
  readonly isSelfHosted: boolean
}

/** @throws CheckwrightError `CLI_USAGE` with the invalid choice and its problem */
export function createNewConnector({ id, name, authType, baseUrl }: ConnectorWishes): NewConnector {
  refuseBadId(id)
  if (/\p{Cc}/u.test(name)) throw createUsageError('The name must be one line of text.')
  const { baseUrl: own, cut, parts, ownHost } = openBaseUrl(baseUrl)
  // The field then has the scheme, so that plain http is possible, as in a trial.
  const strategy = strategies[authType](own.startsWith('{') ? cut.authority : `${cut.scheme}//${cut.authority}`)
  const definition = {
    id,
    name,
    version: '0.1.0',
    baseUrl: own,
    credentialFields: parts.length > 0 ? parts.map(({ field }) => field) : undefined,
    auth: strategy.auth,
    test: { path: '/users' },
  }
  refuseInvalid(definition, 'Give another --base-url or --name.')
  return {
    definition,
    strategy,
    addressValues: Object.fromEntries(parts.map(({ field, value }) => [field.id, value])),
    routePrefix: cut.rest.replaceAll(/\{[^{}]*\}/g, nobody),
    isLocal: cut.scheme === 'http:',
    isSelfHosted: ownHost !== undefined,
  }
}

const nobody = 'nobody'

/** A field in the base URL, and what a test fills in. */
interface AddressPart {
  readonly field: CredentialField
  readonly value: string
}

type UrlParts = NonNullable<ReturnType<typeof cutUrlTemplate>>

/** A base URL that a person gives, and its fields. */
export interface OpenedBaseUrl {
  /** As the connector has it: `{address}/api`, or an address with its scheme. */
  readonly baseUrl: string
  /** The same with a scheme in any case. */
  readonly address: string
  readonly cut: UrlParts
  readonly parts: readonly AddressPart[]
  /** The field that is the whole host. */
  readonly ownHost: string | undefined
}

/** @throws CheckwrightError `CLI_USAGE` for one that cannot be */
export function openBaseUrl(text: string): OpenedBaseUrl {
  const { address, cut } = parseBaseUrl(text)
  const ownHost = readOwnHost(cut)
  const isWholeAddress = /^\{[^{}]+\}(?:\/|$)/.test(text)
  const parts = [...new Set(listBraceNames(address))].map((field): AddressPart => {
    if (field !== ownHost) return { field: createAddressField(field), value: nobody }
    return isWholeAddress
      ? { field: createWholeAddressField(field), value: `https://${nobody}.example` }
      : { field: createInstallationField(field), value: `${nobody}.example` }
  })
  return { baseUrl: isWholeAddress ? trimSlashes(text) : address, address, cut, parts, ownHost }
}

/**
 * The base URL that a person gives, without a slash at its end.
 * @throws CheckwrightError `CLI_USAGE` for one that cannot be
 */
export function parseBaseUrl(baseUrl: string): { readonly address: string; readonly cut: UrlParts } {
  // Vendors that each customer hosts write `{address}/api`.
  const address = trimSlashes(baseUrl.startsWith('{') ? `https://${baseUrl}` : baseUrl)
  const cut = cutUrlTemplate(address)
  if (cut?.scheme === undefined || /[\s?#@\\`]/.test(address))
    throw createUsageError(
      `The base URL "${baseUrl}" must be an address such as https://api.acme.example/v1 or https://{domain}.acme.example, without user name, query and fragment.`,
    )
  // A route of the test's vendor would treat them as a parameter or wildcard.
  if (/[:*]/.test(cut.rest))
    throw createUsageError(`The path of the base URL "${baseUrl}" must not contain ":" or "*".`)
  return { address, cut }
}

/** Names in braces, repeated if they repeat. */
function listBraceNames(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
}

/** The id as a person would write it: `google-workspace` gives `Google Workspace`. */
export function toNameOfId(id: string): string {
  return splitId(id)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** @throws CheckwrightError `CLI_USAGE` for an id that is none, or that would be a bad file name */
export function refuseBadId(id: string): void {
  const near = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '')
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id))
    throw createUsageError(
      `"${id}" cannot be the id of a connector. Use kebab-case, such as "google-workspace".${near ? ` Is it ${near}?` : ''}`,
    )
  // npm's limit for names is 214, with the prefix of the id; that of most file systems is 255.
  if (id.length > 100) throw createUsageError(`The id has ${id.length} characters. Use at most 100.`)
  // Windows treats them as devices, whatever extension follows.
  if (/^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(id))
    throw createUsageError(`"${id}" cannot be the name of a file on Windows. Choose another id, such as "${id}-api".`)
}

/** @throws CheckwrightError `CLI_USAGE` that lists the problems of a definition, and what to do */
export function refuseInvalid(definition: ConnectorDefinition, remedy: string): void {
  try {
    // The types need a literal id; this one was already checked.
    defineConnector({ ...definition, id: 'tried' })
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    const problems = error.problems.map(({ path, message }) => `  ${path} ${message}`)
    throw createUsageError(`The connector has mistakes:\n${problems.join('\n')}\n${remedy}`)
  }
}

/** The field that is the whole host of a base URL: `https://{host}/api`, of software that customers run themselves. */
function readOwnHost({ authority }: UrlParts): string | undefined {
  return /^\{([^{}]+)\}(?::\d+)?$/.exec(authority)?.[1]
}

function createInstallationField(id: string): CredentialField {
  return {
    id,
    label: toNameOfId(id),
    type: 'text',
    required: true,
    placeholder: 'acme.example.com',
    helpText: 'The host of your own installation, without https:// and path. Add the port if it is not 443.',
    pattern: anyHostPattern,
  }
}

function createWholeAddressField(id: string): CredentialField {
  return {
    id,
    label: toNameOfId(id),
    type: 'url',
    required: true,
    placeholder: 'https://acme.example.com',
    helpText: 'The address of your own installation: with https:// or http://, and with the port if it has one.',
    pattern: `https?://${anyHostPattern}`,
  }
}

function createAddressField(id: string): CredentialField {
  return { id, label: toNameOfId(id), type: 'text', required: true }
}

function splitId(id: string): readonly string[] {
  return id.split(/[-_]+/).filter((word) => word !== '')
}
