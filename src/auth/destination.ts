import { createHash } from 'node:crypto'
import {
  type AnyConnector,
  type ConnectorDefinition,
  type CredentialField,
  cutUrlTemplate,
  isSecret,
  listCaptures,
  listCredentialFields,
  listCustomSettings,
} from '../define/index.ts'
import { isObject } from '../text/is-object.ts'

/** One place that secrets of a connector go to or into. */
export interface DestinationEntry {
  /** As the file names it: `auth.config.tokenUrl`. */
  readonly path: string
  readonly value: string
}

/**
 * Where a connector sends secrets: its origins, the endpoints of its sign-in, and every template, header or parameter
 * that a secret goes into. Two versions with the same destination may share stored secrets. What is not known here to be
 * harmless belongs to it, so that a member that is added later is not forgotten.
 */
export function listDestination({ definition, schemes = {} }: AnyConnector): readonly DestinationEntry[] {
  const { baseUrl, allowedHosts = [], headers, query, test, graphqlPath, auth } = definition
  const cut = cutUrlTemplate(baseUrl)
  return [
    { path: 'baseUrl', value: cut ? `${cut.scheme === undefined ? '' : `${cut.scheme}//`}${cut.authority}` : baseUrl },
    ...pickFilled('baseUrl path', cut?.rest),
    ...[...new Set(allowedHosts)].sort().map((value) => ({ path: 'allowedHosts', value })),
    ...pickFilled('headers', headers),
    ...pickFilled('query', query),
    ...pickFilled('test', test),
    ...pickFilled('graphqlPath', graphqlPath),
    { path: 'auth.type', value: auth.type },
    ...listTexts('auth.config', auth.config),
    ...listFields(definition),
    ...listTexts('sign', schemes.sign),
    ...listTexts('login', schemes.login),
  ]
}

const digests = new WeakMap<AnyConnector, string>()

/** The destination as a digest: what stored secrets were entered for. */
export function computeDestination(connector: AnyConnector): string {
  const known = digests.get(connector)
  if (known !== undefined) return known
  const entries = listDestination(connector).map(({ path, value }) => JSON.stringify([path, value]))
  const digest = createHash('sha256').update(entries.sort().join('\n')).digest('hex')
  digests.set(connector, digest)
  return digest
}

/** The destination that an app of a connector is stored for. A connector as code changes by a release alone. */
export function toAppDestination(connector: AnyConnector): string {
  return connector.source === undefined ? '' : computeDestination(connector)
}

/** What another version does with secrets that this one does not, and the other way round. */
export interface DestinationDifference {
  readonly added: readonly DestinationEntry[]
  readonly removed: readonly DestinationEntry[]
}

export function compareDestinations(before: AnyConnector, after: AnyConnector): DestinationDifference {
  const [old, next] = [listDestination(before), listDestination(after)]
  return { added: pickOthers(next, old), removed: pickOthers(old, next) }
}

function pickOthers(entries: readonly DestinationEntry[], known: readonly DestinationEntry[]) {
  const seen = new Set(known.map(({ path, value }) => JSON.stringify([path, value])))
  return entries.filter(({ path, value }) => !seen.has(JSON.stringify([path, value])))
}

// Words for people, and what is asked for. None of them says where a secret goes.
const harmless: ReadonlySet<string> = new Set([
  'label',
  'labels',
  'field',
  'placeholder',
  'helpText',
  'description',
  'setupInstructions',
  'settingsInstructions',
  'createAppUrl',
  'required',
  'scopes',
  // Fields are listed by themselves, by their ids.
  'credentialFields',
  'customSettings',
  'capture',
])

/** Every text within a value, by its path. */
function* listTexts(path: string, value: unknown): Generator<DestinationEntry> {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) for (const [index, each] of value.entries()) yield* listTexts(`${path}[${index}]`, each)
  else if (isObject(value)) {
    for (const [member, each] of Object.entries(value))
      if (!(path === 'auth.config' && harmless.has(member))) yield* listTexts(`${path}.${member}`, each)
  } else yield { path, value: String(value) }
}

/** Texts that are filled in. Constant ones hold no secret. */
function pickFilled(path: string, value: unknown): DestinationEntry[] {
  return [...listTexts(path, value)].filter((entry) => entry.value.includes('{'))
}

/** What makes a value a secret, and which values may choose a host. */
function listFields(definition: ConnectorDefinition): DestinationEntry[] {
  const named = (path: string, field: CredentialField & { readonly token?: string | undefined }) => {
    const { id, type, pattern, token } = field
    const options = 'options' in field ? field.options.map((option) => option.value) : undefined
    const chosen = { pattern, token, options }
    const rules = Object.entries(chosen).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name} ${JSON.stringify(value)}`],
    )
    return { path: `${path}.${id}`, value: [`${type}, ${isSecret(field) ? 'secret' : 'shown'}`, ...rules].join(', ') }
  }
  return [
    ...listCredentialFields(definition).map((field) => named('credentialFields', field)),
    ...listCustomSettings(definition).map((field) => named('customSettings', field)),
    ...listCaptures(definition).map(({ id, from, path, pattern, secret = false }) => ({
      path: `capture.${id}`,
      value: JSON.stringify({ from, path, pattern, secret }),
    })),
  ]
}
