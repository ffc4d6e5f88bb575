import { detectFormat } from '../formats/detect-format.ts'
import { formats } from '../formats/formats.ts'
import { checksMax, itemsMax } from '../limits.ts'
import type { ReadFile, ReceivedEnd, ReceivedFormatId, ReceivedItem } from '../received-item.ts'
import { createRefusal } from '../refuse-file.ts'

/** A file that was read to its end. */
export interface ParsedFile extends ReceivedEnd {
  readonly format: ReceivedFormatId
}

/**
 * The results in a file, in batches, and what is known at its end.
 * @param format @default by how the file begins
 * @throws CheckwrightError `IMPORT_REFUSED`
 */
export async function* parseFile(
  read: ReadFile,
  format: ReceivedFormatId | undefined,
): AsyncGenerator<readonly ReceivedItem[], ParsedFile, undefined> {
  const id = format ?? (await detectFormat(read))
  const { parse } = await formats[id]()
  const checks = new Set<string>()
  let count = 0
  const batches = parse(read)
  for (;;) {
    const next = await batches.next()
    if (next.done) return { format: id, ...next.value }
    count += next.value.length
    for (const { check } of next.value) checks.add(check.id)
    if (count > itemsMax) throw createRefusal(`The file has more than ${itemsMax} results. Import it in parts.`)
    if (checks.size > checksMax) throw createRefusal(`The file has more than ${checksMax} different checks.`)
    if (next.value.length > 0) yield next.value
  }
}
