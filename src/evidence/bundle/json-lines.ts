import { CheckwrightError } from '../../errors/index.ts'
import { escapeControls } from '../../text/escape-controls.ts'
import { type PlacedLine, readLines } from '../../text/read-lines.ts'

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

/**
 * Lines of a file of evidence. A unit is a result or an exchange with a body of at most 8 MiB: a longer line would only exhaust the memory.
 * @throws CheckwrightError `BUNDLE_INVALID` for a line of more than 128 MiB
 */
export function readBundleLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<PlacedLine, void, undefined> {
  return readLines(bytes, {
    createError: () =>
      new CheckwrightError('A line of the bundle is longer than any line that Checkwright writes.', {
        code: 'BUNDLE_INVALID',
      }),
  })
}
