import { parseDocument } from 'yaml'
import { CheckwrightError } from '../errors/index.ts'
import { type Description, openDescription } from './description.ts'
import { listDoubledKeys } from './doubled-keys.ts'
import { isGraphqlSchema } from './graphql.ts'

/** YAML takes a second and 120 MB of memory for this size, JSON hundredths of that. */
const yamlLengthMax = 8_000_000

/**
 * A description of OpenAPI 3.0, 3.1 or Swagger 2.0 from its text, JSON or YAML, or a GraphQL schema in its own language.
 * @param path name of the description in errors
 * @throws CheckwrightError `OPENAPI_INVALID`
 */
export function parseDescription(path: string, text: string): Description {
  const description = isGraphqlSchema(text) ? openGraphql(path, text) : openDescription(parseText(path, text))
  if (description) return description
  throw describeBadDescription(
    path,
    'is no description that can be read: it is neither "openapi": "3.…" nor "swagger": "2.0"',
  )
}

function openGraphql(path: string, text: string): Description | undefined {
  try {
    return openDescription(text)
  } catch (error) {
    throw describeBadDescription(path, `is no schema of GraphQL: ${readParserMessage(error)}`)
  }
}

export function describeBadDescription(path: string, what: string): CheckwrightError {
  return new CheckwrightError(`${path} ${what}.`, { code: 'OPENAPI_INVALID' })
}

function parseText(path: string, text: string): unknown {
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch (error) {
      // YAML's flow style begins in the same way.
      if (text.length > yamlLengthMax) throw describeBadDescription(path, `is not JSON: ${readParserMessage(error)}`)
    }
  }
  return parseYaml(path, text)
}

function parseYaml(path: string, text: string): unknown {
  if (text.length > yamlLengthMax)
    throw describeBadDescription(
      path,
      `is YAML of more than ${yamlLengthMax / 1e6} MB; convert it to JSON, which is read at once`,
    )
  // Repeated keys are found by `listDoubledKeys()`.
  const document = parseDocument(text, { schema: 'core', stringKeys: true, prettyErrors: true, uniqueKeys: false })
  const [problem] = document.errors
  if (problem) throw describeBadDescription(path, `is neither JSON nor YAML: ${problem.message.split('\n')[0]}`)
  const [twice] = listDoubledKeys(document)
  if (twice)
    throw describeBadDescription(path, `is no YAML: "${String(twice.value).slice(0, 100)}" is twice in one map`)
  try {
    return document.toJS({ maxAliasCount: 1_000 })
  } catch (error) {
    throw describeBadDescription(path, `cannot be used: ${readParserMessage(error)}`)
  }
}

function readParserMessage(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'of an unknown reason'
}
