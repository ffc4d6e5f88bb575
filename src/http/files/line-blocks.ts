import { LineCutter } from '../../text/read-lines.ts'
import type { SpillFile } from './spill-file.ts'

/** A part of a file that has whole lines. */
export interface LineRange {
  readonly at: number
  readonly length: number
}

/**
 * The lines of a part of a file, as many at once as a block ends. The end of a part is the end of a line.
 * @throws CheckError `RESULTS_NOT_KEPT`
 */
export async function* readLineBlocks(
  file: SpillFile,
  { at, length }: LineRange,
  blockBytes: number,
): AsyncGenerator<readonly string[], void, undefined> {
  const cutter = new LineCutter()
  const end = at + length
  for (let from = at; from < end; from += blockBytes) {
    const lines = cutter.cut(await file.read(from, Math.min(blockBytes, end - from)))
    if (lines.length > 0) yield lines.map(({ text }) => text)
  }
}
