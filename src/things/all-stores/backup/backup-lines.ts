import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StoreError } from '../../../errors/index.ts'
import { LineCutter } from '../../../text/read-lines.ts'

/** A row of a store, or a piece of a file, is far below it. */
const lineBytesMax = 64 * 1024 * 1024

/** Writes lines of JSON, compressed, that end in the SHA-256 of the lines before. */
export async function writeLines(file: string, lines: AsyncIterable<unknown>): Promise<void> {
  const hash = createHash('sha256')
  const compressed = createGzip({ level: 6 })
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const written = Promise.all([finished(compressed), finished(compressed.pipe(output))])
  // Reported by the next line, or at the end.
  written.catch(() => undefined)
  const write = async (text: string) => {
    if (!compressed.write(text)) await Promise.race([once(compressed, 'drain'), written])
  }
  try {
    for await (const line of lines) {
      const text = `${JSON.stringify(line)}\n`
      hash.update(text)
      await write(text)
    }
    await write(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`)
    compressed.end()
    await written
  } catch (error) {
    compressed.destroy()
    output.destroy()
    throw error
  }
}

/**
 * Reads them again, all but the last.
 * @throws StoreError `STORE_CORRUPT` after the last line where the bytes are not those that were written, and before that for
 *   what is no such file
 */
export async function* readBackupLines(file: string): AsyncGenerator<unknown> {
  const hash = createHash('sha256')
  let [before, count]: [string | undefined, number] = [undefined, 0]
  for await (const text of splitLines(file)) {
    count++
    if (before !== undefined) {
      hash.update(`${before}\n`)
      yield parseLine(before, file, count - 1)
    }
    before = text
  }
  const last = before === undefined ? undefined : parseLine(before, file, count)
  const digest = typeof last === 'object' && last !== null && 'sha256' in last ? last.sha256 : undefined
  if (digest === undefined) refuse(file, 'ends too early')
  if (digest !== hash.digest('hex')) refuse(file, 'was changed')
}

async function* splitLines(file: string): AsyncGenerator<string> {
  const input = createReadStream(file)
  const bytes = input.pipe(createGunzip())
  input.on('error', (error) => bytes.destroy(error))
  const cutter = new LineCutter({
    bytesMax: lineBytesMax,
    createError: () => createCorruptError(file, 'has a line that is too long'),
  })
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) for (const { text } of cutter.cut(chunk)) yield text
  } catch (cause) {
    if (cause instanceof StoreError) throw cause
    const { code = '' } = cause as NodeJS.ErrnoException
    throw code.startsWith('Z_')
      ? createCorruptError(file, 'is damaged, or is no backup', cause)
      : new StoreError(`The backup ${file} cannot be read (${code}). Check its path and permissions.`, {
          code: 'STORE_UNAVAILABLE',
          cause,
        })
  }
  if (cutter.end()) refuse(file, 'ends too early')
}

function parseLine(text: string, file: string, number: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw createCorruptError(file, `is damaged in line ${number}, or is no backup`, cause)
  }
}

export function refuse(file: string, why: string): never {
  throw createCorruptError(file, why)
}

function createCorruptError(file: string, why: string, cause?: unknown): StoreError {
  return new StoreError(`The backup ${file} ${why}. Nothing was restored. Take another copy of it.`, {
    code: 'STORE_CORRUPT',
    cause,
  })
}
