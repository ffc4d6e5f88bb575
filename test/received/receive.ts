import { join } from 'node:path'
import { keepOriginal } from '../../src/received/keep-original.ts'
import { parseFile } from '../../src/received/parsing/parse-file.ts'
import type { ReadFile, ReceivedFormatId } from '../../src/received/received-item.ts'
import { type ReceiveOptions, receiveRun } from '../../src/received/runs/receive-run.ts'
import { createTempFolder } from '../setup/temp-folder.ts'

export const importedAt = new Date('2026-07-01T12:00:00Z')

/** A file in chunks of some bytes. */
export function inChunks(bytes: Uint8Array | string, size = 1024): ReadFile {
  const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  return async function* () {
    for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
  }
}

/** The run of a file that a tool wrote. */
export async function receiveText(
  text: string | Uint8Array,
  options: Partial<ReceiveOptions> & { readonly format?: ReceivedFormatId } = {},
) {
  const folder = createTempFolder()
  const read = inChunks(text)
  const original = await keepOriginal(join(folder, 'original'), 'results.json', read())
  return receiveRun(parseFile(original.read, options.format), {
    file: original.file,
    original: original.read,
    now: importedAt,
    nowMs: () => importedAt.getTime(),
    ...options,
  })
}
