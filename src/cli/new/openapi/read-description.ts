import { open, stat } from 'node:fs/promises'
import { parseDocument } from 'yaml'
import { CheckwrightError } from '../../../errors/index.ts'
import { isSwagger, openApiOfSwagger, swaggerPointer } from '../../../testing/openapi/swagger.ts'
import { fileFailure } from '../../read-input.ts'
import { type LostReferences, Place } from './place.ts'

/** A provider's description, in the shape of OpenAPI 3 whatever it was written in. */
export interface Description {
  readonly root: Place
  /** References that could not be followed so far. */
  readonly lost: LostReferences
  /** Where something stands in the file as it was written. */
  readonly pointer: (pointer: string) => string
  /** As the file says: `OpenAPI 3.1.0`, `Swagger 2.0`. */
  readonly format: string
}

/** The largest that were met, of Microsoft Graph and Kubernetes, have half of it. */
const jsonBytesMax = 64_000_000
/** YAML takes a second and 120 MB of memory for each of them, where JSON takes hundredths of that. */
const yamlBytesMax = 8_000_000

/**
 * Reads a description of OpenAPI 3.0, 3.1 or Swagger 2.0, in JSON or YAML, from a file on this machine.
 * @throws CheckwrightError `CLI_FILE_FAILED` for a file that cannot be read, `OPENAPI_INVALID` for one that is no description
 */
export async function readDescription(path: string): Promise<Description> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path))
    throw invalid(path, 'is an address; download the description, and give the file')
  const value = parsed(path, await textOf(path))
  const { openapi } = Object(value)
  const lost: LostReferences = new Map()
  if (isSwagger(value))
    return { root: Place.root(openApiOfSwagger(value), lost), lost, pointer: swaggerPointer, format: 'Swagger 2.0' }
  if (typeof openapi !== 'string' || !/^3\.\d+(\.|$)/.test(openapi))
    throw invalid(path, 'is no description that can be read: it is neither "openapi": "3.…" nor "swagger": "2.0"')
  const root = Place.root(value, lost)
  return { root, lost, pointer: (pointer) => pointer, format: `OpenAPI ${root.at('openapi').line}` }
}

async function textOf(path: string): Promise<string> {
  const bytes = await bytesOf(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid(path, 'is not UTF-8 text')
  }
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    const found = await stat(path)
    // A pipe would be waited for, and a device may have no end.
    if (!found.isFile()) throw invalid(path, 'is no file')
    if (found.size > jsonBytesMax)
      throw invalid(path, `is larger than ${jsonBytesMax / 1e6} MB; cut it to what you need`)
    await using file = await open(path, 'r')
    // Read as far as it was measured: what grows meanwhile has no end.
    const buffer = Buffer.alloc(found.size)
    let length = 0
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return buffer.subarray(0, length)
  } catch (error) {
    if (error instanceof CheckwrightError) throw error
    throw fileFailure(
      `The description ${path} cannot be read`,
      error,
      'Check the path; it is relative to the folder that you are in.',
    )
  }
}

function parsed(path: string, text: string): unknown {
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch (error) {
      // YAML's flow style begins alike.
      if (text.length > yamlBytesMax) throw invalid(path, `is not JSON: ${messageOf(error)}`)
    }
  }
  return parsedYaml(path, text)
}

function parsedYaml(path: string, text: string): unknown {
  if (text.length > yamlBytesMax)
    throw invalid(path, `is YAML of more than ${yamlBytesMax / 1e6} MB; convert it to JSON, which is read at once`)
  const document = parseDocument(text, { schema: 'core', stringKeys: true, prettyErrors: true })
  const [problem] = document.errors
  if (problem) throw invalid(path, `is neither JSON nor YAML: ${problem.message.split('\n')[0]}`)
  try {
    return document.toJS({ maxAliasCount: 1_000 })
  } catch (error) {
    throw invalid(path, `cannot be used: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'of an unknown reason'
}

function invalid(path: string, what: string): CheckwrightError {
  return new CheckwrightError(`${path} ${what}.`, { code: 'OPENAPI_INVALID' })
}
