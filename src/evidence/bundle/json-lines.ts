import { CheckwrightError } from '../../errors/index.ts'
import { escapeControls } from '../../text/escape-controls.ts'
import { joinBytes } from '../../text/join-bytes.ts'

/** JSON on one line that is safe to show on a terminal. */
export function formatJsonLine(value: unknown): string {
  return escapeControls(JSON.stringify(value))
}

/** Lines with a comma at the end of all but the last, each with its line break. */
export async function* joinLines(
  lines: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  let before: string | undefined
  for await (const line of lines) {
    if (before !== undefined) yield `${before},\n`
    before = line
  }
  if (before !== undefined) yield `${before}\n`
}

const lineFeed = 0x0a

// A unit is a result or an exchange with a body of at most 8 MiB. A longer line would only exhaust the memory.
const lineBytesMax = 128 * 1024 * 1024

/** A line of a file, and its position in the file. */
export interface PlacedLine {
  readonly text: string
  /** Bytes from the start of the file to the start of the line. */
  readonly start: number
  /** Without the line break. */
  readonly bytes: number
}

/**
 * Lines of a file. Node's own reader breaks them at U+2028 too, which is part of a line here.
 * @throws CheckwrightError `BUNDLE_INVALID` for a line of more than 128 MiB
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<PlacedLine, void, undefined> {
  let begun: Uint8Array[] = []
  let begunBytes = 0
  let start = 0
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const ended = (): PlacedLine => {
    const line = joinBytes(begun)
    begun = []
    return { text: decoder.decode(line), start, bytes: line.byteLength }
  }
  for await (const chunk of bytes) {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      begun.push(chunk.subarray(from, at))
      const line = ended()
      yield line
      start += line.bytes + 1
      from = at + 1
    }
    if (from === chunk.byteLength) continue
    begun.push(chunk.subarray(from))
    begunBytes = (begun.length === 1 ? 0 : begunBytes) + chunk.byteLength - from
    if (begunBytes > lineBytesMax)
      throw new CheckwrightError('A line of the bundle is longer than any line that Checkwright writes.', {
        code: 'BUNDLE_INVALID',
      })
  }
  if (begun.length > 0) yield ended()
}
