import type { SpillFile } from './spill-file.ts'

/** A part of a file that has whole lines. */
export interface LineRange {
  readonly at: number
  readonly length: number
}

const lineBreak = '\n'.charCodeAt(0)

/**
 * The lines of a part of a file, as many at once as fit into a block, and at least one.
 * @throws CheckError `RESULTS_NOT_KEPT`
 */
export async function* readLineBlocks(
  file: SpillFile,
  { at, length }: LineRange,
  blockBytes: number,
): AsyncGenerator<readonly string[], void, undefined> {
  const end = at + length
  let from = at
  let wanted = blockBytes
  while (from < end) {
    const bytes = await file.read(from, Math.min(wanted, end - from))
    const last = bytes.lastIndexOf(lineBreak)
    // A line is longer than a block. The end of a part is the end of a line.
    if (last === -1) wanted *= 2
    else {
      yield bytes.toString('utf8', 0, last).split('\n')
      from += last + 1
      wanted = blockBytes
    }
  }
}
