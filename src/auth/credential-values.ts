import {
  type AnyCredentialValue,
  type ChoiceField,
  type ConnectorDefinition,
  type CredentialField,
  listCredentialFields,
  matchesPattern,
} from '../define/index.ts'
import { CredentialError, type Problem } from '../errors/index.ts'
import { findCertificateProblems } from './client-certificate.ts'

/** Credential values by id, as a check gets them: numbers as numbers, empty optional fields left out. */
export type CredentialValues = Readonly<Record<string, AnyCredentialValue>>

/**
 * Validates values from a person, a file or the environment, field by field.
 * @param alsoAllowed ids that are not fields but belong to the connection, such as captured values
 * @throws CredentialError that names every bad field, without its value
 */
export function parseCredentials(
  definition: ConnectorDefinition,
  input: Readonly<Record<string, unknown>>,
  alsoAllowed: readonly string[] = [],
): CredentialValues {
  const fields = listCredentialFields(definition)
  const values: Record<string, AnyCredentialValue> = {}
  const problems: Problem[] = []
  const spaced = findSpacedFields(definition)
  for (const field of fields) {
    const entered = Object.hasOwn(input, field.id) ? input[field.id] : undefined
    const parsed = parseField(field, entered, spaced.has(field.id))
    if ('problem' in parsed) problems.push({ path: field.id, message: parsed.problem })
    else if (parsed.value !== undefined) values[field.id] = parsed.value
  }
  for (const id of Object.keys(input)) {
    const isAllowed = alsoAllowed.includes(id)
    if (!isAllowed && !fields.some((field) => field.id === id)) {
      const known = new Set([...fields.map((field) => field.id), ...alsoAllowed])
      problems.push({
        path: id,
        message: `is not a credential field of "${definition.id}"; it has ${formatIdList([...known])}`,
      })
    } else if (isAllowed && typeof input[id] === 'string') values[id] = input[id].trim()
  }
  problems.push(...findWireProblems(definition, values))
  if (problems.length === 0) problems.push(...findCertificateProblems(definition, values))
  if (problems.length > 0) {
    const missing = problems.every((problem) => problem.message.startsWith('is required'))
    throw new CredentialError(`The credentials for ${definition.name} cannot be used:`, {
      code: missing ? 'CREDENTIAL_MISSING' : 'CREDENTIAL_INVALID',
      problems,
    })
  }
  return values
}

/** Values that a strategy cannot put into a request, although the field would allow them. */
function findWireProblems({ auth }: ConnectorDefinition, values: CredentialValues): Problem[] {
  if (auth.type === 'basic' && auth.config.fixedUsername === undefined) {
    const id = auth.config.usernameField ?? 'username'
    // RFC 7617 §2: with a colon in it, the end of the user name is unclear.
    if (String(values[id] ?? '').includes(':')) return [{ path: id, message: 'must not contain a colon' }]
  }
  // RFC 9110 §5.5. Such a key was copied from a document that changed its quotes or dashes.
  if (auth.type === 'api_key' && auth.config.in === 'header' && /[^\x20-\xff]/.test(String(values.api_key ?? '')))
    return [{ path: 'api_key', message: 'must contain Latin-1 characters only; copy it again from the vendor' }]
  const prefix = auth.type === 'api_key' ? (auth.config.prefix ?? '') : ''
  // Copied from an example of a request. The vendor would refuse "Bearer Bearer …" and not say why.
  const isTwice =
    prefix.endsWith(' ') &&
    String(values.api_key ?? '')
      .toLowerCase()
      .startsWith(prefix.toLowerCase())
  if (isTwice)
    return [{ path: 'api_key', message: `begins with "${prefix.trim()}", which is added to it; enter what follows` }]
  return []
}

type ParsedField = { readonly value: AnyCredentialValue | undefined } | { readonly problem: string }

// Longer than any key, PEM or service account file; a cap so that a mistaken file is refused at once.
const longestValue = 64 * 1024

/**
 * Fields whose spaces are a part of the value: passwords, which HTTP Basic, Digest and the bodies of logins carry as they are (RFC 7617 §2).
 * Keys and tokens have none, and a header would lose them.
 */
function findSpacedFields(definition: ConnectorDefinition): ReadonlySet<string> {
  const { auth } = definition
  const isPassword = ({ id, label, type }: CredentialField) =>
    type === 'password' && /pass(?:word|phrase|code)|kennwort|\bpwd\b/i.test(`${id.replaceAll('_', ' ')} ${label}`)
  if (auth.type === 'basic') return new Set([auth.config.passwordField ?? 'password'])
  return new Set(
    auth.type === 'custom'
      ? listCredentialFields(definition)
          .filter(isPassword)
          .map(({ id }) => id)
      : [],
  )
}

/**
 * One value, parsed by its field, or its problem.
 * @param isSpaced whether spaces around it are a part of it @default false
 */
export function parseField(field: CredentialField, input: unknown, isSpaced = false): ParsedField {
  const trimmed = field.type === 'number' ? input : trimEntered(input)
  // A line break comes from a file or a paste, and nobody types one.
  const hasOuterSpaces = isSpaced && typeof input === 'string' && trimmed !== ''
  const entered = hasOuterSpaces ? input.replace(/^[\r\n]+|[\r\n]+$/g, '') : trimmed
  if (entered === undefined || entered === null || entered === '') {
    return field.required ? { problem: `is required (${field.label})` } : { value: undefined }
  }
  if (field.type === 'number') return parseNumber(entered)
  if (field.type === 'boolean') return parseBoolean(entered)
  if (field.type === 'multiselect') return parseChoices(field, entered)
  if (typeof entered !== 'string') return { problem: 'must be text' }
  if (entered.length > longestValue) return { problem: `is longer than ${longestValue / 1024} KiB` }
  const problem = findTextProblem(field, entered)
  if (problem !== undefined) return { problem }
  if (field.pattern !== undefined && !matchesPattern(entered, field.pattern))
    return { problem: `must match ${field.pattern}` }
  return { value: entered }
}

/**
 * A value without the spaces and line breaks around it. HTTP drops them from a header, so the text that is sent would
 * differ from the text that is confined and redacted. Values are not trimmed after this.
 */
export function trimEntered<T>(input: T): T | string {
  return typeof input === 'string' ? input.trim() : input
}

function parseNumber(input: unknown): ParsedField {
  const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input
  return typeof value === 'number' && Number.isFinite(value) ? { value } : { problem: 'must be a number' }
}

function parseBoolean(input: unknown): ParsedField {
  if (input === true || input === 'true') return { value: true }
  if (input === false || input === 'false') return { value: false }
  return { problem: 'must be true or false' }
}

/** A list, or one text with commas, as in an environment variable. */
function parseChoices(field: ChoiceField, input: unknown): ParsedField {
  const list = typeof input === 'string' ? input.split(',').map((value) => value.trim()) : input
  if (!Array.isArray(list) || list.some((value) => typeof value !== 'string'))
    return { problem: 'must be a list of texts, or one text with commas' }
  const chosen: string[] = [...new Set<string>(list)].filter((value) => value !== '')
  if (chosen.length === 0) return field.required ? { problem: `is required (${field.label})` } : { value: undefined }
  const known = field.options.map((option) => option.value)
  if (chosen.some((value) => !known.includes(value))) return { problem: `must be some of ${formatIdList(known)}` }
  return { value: chosen }
}

function findTextProblem(field: CredentialField, value: string): string | undefined {
  switch (field.type) {
    case 'textarea':
    case 'certificate':
      return value.includes('\0') ? 'must not contain NUL characters' : undefined
    case 'url':
      // The parser drops line breaks and tabs, but a use of the value as text would bring them back.
      if (!URL.canParse(value) || !/^https?:\/\/[^\u0000-\u0020\u007f]+$/i.test(value))
        return 'must be a URL, such as https://example.com'
      // A password in a URL is shown wherever the URL is.
      return new URL(value).username === '' && new URL(value).password === ''
        ? undefined
        : 'must not contain a user name or password'
    case 'select':
      return field.options.some((option) => option.value === value)
        ? undefined
        : `must be one of ${formatIdList(field.options.map((option) => option.value))}`
    default:
      // A line break pasted along with a key would end up in a header.
      return /[\u0000-\u001f\u007f]/.test(value) ? 'must not contain line breaks or control characters' : undefined
  }
}

function formatIdList(ids: readonly string[]): string {
  return ids.length === 0 ? 'none' : ids.join(', ')
}
