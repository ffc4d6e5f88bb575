import {
  type AnyConnector,
  type ConnectorDefinition,
  type CredentialField,
  listCaptures,
  listCredentialFields,
  listSecretIds,
} from '../../define/index.ts'
import { CredentialError, createUsageError } from '../../errors/index.ts'
import { askFields } from '../../service/commands/prompts.ts'
import { readInput } from '../../service/commands/read-input.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { isObject } from '../../text/is-object.ts'

export type EnteredValues = Readonly<Record<string, unknown>>

/** The values that can be entered to run a connector: its fields, and for oauth2 an existing token. */
export function listRunFields(definition: ConnectorDefinition): readonly CredentialField[] {
  const fields = listCredentialFields(definition)
  if (definition.auth.type !== 'oauth2') return fields
  const captured = listCaptures(definition).map(
    ({ id, secret }): CredentialField => ({ id, label: id, type: secret ? 'password' : 'text' }),
  )
  return [{ id: 'access_token', label: 'OAuth access token', type: 'password', required: true }, ...fields, ...captured]
}

/** `CHECKWRIGHT_CREDENTIAL_API_KEY` for `api_key`. */
function toCredentialVariable(id: string): string {
  return `CHECKWRIGHT_CREDENTIAL_${id.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
}

/** Values in the environment. */
export function readCredentialsFromEnvironment(
  connector: AnyConnector,
  fields: readonly CredentialField[],
  terminal: Terminal,
): EnteredValues {
  const values = Object.fromEntries(
    fields.flatMap(({ id }) => {
      const value = terminal.env[toCredentialVariable(id)]
      return value === undefined || value === '' ? [] : [[id, value]]
    }),
  )
  return rememberSecrets(connector, values, terminal)
}

/**
 * Values of a JSON file or of standard input (`-`).
 * @returns by connector id if there are several connectors, which are then members of the file
 * @throws CredentialError `CREDENTIAL_INVALID` when it is no JSON object. The message does not show the content
 */
export async function readCredentialsFromFile(
  path: string,
  connectors: readonly AnyConnector[],
  isList: boolean,
  terminal: Terminal,
): Promise<ReadonlyMap<string, EnteredValues>> {
  const source = path === '-' ? 'Standard input' : 'The file that --credentials names'
  const json = parseCredentialsObject(await readInput('--credentials', path, terminal), source)
  if (!isList) return new Map(connectors.map((connector) => [connector.id, rememberSecrets(connector, json, terminal)]))
  return new Map(
    connectors.map((connector) => {
      const own = json[connector.id]
      if (own !== undefined && !isObject(own))
        throw createNotObjectError(`The member "${connector.id}" of the credentials`)
      return [connector.id, rememberSecrets(connector, own ?? {}, terminal)]
    }),
  )
}

/**
 * Asks for required values that are missing.
 * @param fate what happens to the values, which a person needs to know before typing them
 * @param instead what to do if nobody can answer and people do not have such values @default to set variables
 * @throws CredentialError `CREDENTIAL_MISSING` if nobody can answer
 */
export async function askMissing(
  connector: AnyConnector,
  fields: readonly CredentialField[],
  values: EnteredValues,
  fate: string,
  terminal: Terminal,
  instead?: string,
): Promise<EnteredValues> {
  const missing = listMissingFields(fields, values)
  if (missing.length === 0) return values
  if (!terminal.canAsk) {
    const variables = missing.map(({ id, label }) => `${toCredentialVariable(id)} (${label})`).join(', ')
    const set = `et ${variables}, or give --credentials <file>.`
    throw new CredentialError(
      instead === undefined
        ? `${connector.definition.name} needs credentials, and there is no terminal to enter them. S${set}`
        : `${instead}\nIf you have a token already, s${set}`,
      { code: 'CREDENTIAL_MISSING' },
    )
  }
  terminal.err.line(`${connector.definition.name} needs credentials. ${fate}`)
  const optional = fields.filter((field) => !field.required && !Object.hasOwn(values, field.id))
  return rememberSecrets(connector, { ...values, ...(await askFields([...missing, ...optional], terminal)) }, terminal)
}

/** Required fields without a value. */
export function listMissingFields(
  fields: readonly CredentialField[],
  values: EnteredValues,
): readonly CredentialField[] {
  return fields.filter(({ id, required }) => required && (values[id] === undefined || values[id] === ''))
}

/** `--var id=value` as an object. @throws CheckwrightError `CLI_USAGE` */
export function parseAssignments(option: string, pairs: readonly string[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf('=')
      if (equals > 0) return [pair.slice(0, equals), pair.slice(equals + 1)]
      throw createUsageError(`${option} takes id=value, such as ${option} max_admins=4.`)
    }),
  )
}

/** Registers secrets, so that no message shows them. */
function rememberSecrets({ definition }: AnyConnector, values: EnteredValues, { secrets }: Terminal): EnteredValues {
  const secret = listSecretIds(definition)
  for (const [id, value] of Object.entries(values)) {
    if (secret.has(id) && typeof value === 'string') secrets.add(value)
  }
  return values
}

function parseCredentialsObject(text: string, source: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Not as its cause, because V8 quotes the text in the message, and the text is a secret.
    throw createNotObjectError(source)
  }
  if (isObject(value)) return value
  throw createNotObjectError(source)
}

function createNotObjectError(source: string): CredentialError {
  return new CredentialError(
    `${source} is not a JSON object of credentials. Write one, such as { "api_key": "…" }; "checkwright show" lists the fields.`,
    {
      code: 'CREDENTIAL_INVALID',
    },
  )
}
