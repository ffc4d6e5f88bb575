import { open, stat } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Description } from '../../../descriptions/description.ts'
import { describeBadDescription, parseDescription } from '../../../descriptions/parse-description.ts'
import { CheckwrightError } from '../../../errors/index.ts'
import { createFileError } from '../../../service/commands/read-input.ts'
import { decodeUtf8 } from '../../../text/decode-utf8.ts'

/** The largest known ones, of Microsoft Graph and Kubernetes, have half of this size. */
const bytesMax = 64_000_000

/**
 * Reads a description of OpenAPI 3.0, 3.1 or Swagger 2.0, in JSON or YAML, from a file on this machine; also packed by gzip.
 * @throws CheckwrightError `CLI_FILE_FAILED` for a file that cannot be read, `OPENAPI_INVALID` for one that is not a
 * description
 */
export async function readDescription(path: string): Promise<Description> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path))
    throw describeBadDescription(path, 'is an address; download the description, and give the file')
  const bytes = await readDescriptionBytes(path)
  const text = decodeUtf8(path.endsWith('.gz') ? unpack(path, bytes) : bytes)
  if (text === undefined) throw describeBadDescription(path, 'is not UTF-8 text')
  return parseDescription(path, text)
}

function unpack(path: string, bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax })
  } catch (error) {
    const isLarge = error instanceof RangeError
    throw describeBadDescription(path, isLarge ? `unpacks to more than ${bytesMax / 1e6} MB` : 'is not packed by gzip')
  }
}

async function readDescriptionBytes(path: string): Promise<Uint8Array> {
  try {
    const found = await stat(path)
    // Reading a pipe would wait, and a device may have no end.
    if (!found.isFile())
      throw describeBadDescription(path, found.isDirectory() ? 'is a folder; give the file in it' : 'is no file')
    if (found.size > bytesMax)
      throw describeBadDescription(path, `is larger than ${bytesMax / 1e6} MB; cut it to what you need`)
    await using file = await open(path, 'r')
    // Read up to the measured size, because a growing file has no end.
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
    throw createFileError(
      `The description ${path} cannot be read`,
      error,
      'Check the path; it is relative to the folder that you are in.',
    )
  }
}
