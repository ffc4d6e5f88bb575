import type { PlacedLine } from '../../text/read-lines.ts'
import type { Unit } from './document-units.ts'
import { readBundleLines } from './json-lines.ts'

// The lines around the entries of a HAR that we write.
export const opensLog = '{"log":{'
export const opensEntries = ',"entries":['
export const closesLog = ']}}'

/** The units of an `exchanges.har` that `writeHar` wrote: the members of the log, then its entries, one a line. */
export async function* readHarUnits(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Unit & PlacedLine, void, undefined> {
  let entry = 0
  for await (const line of readBundleLines(bytes)) {
    if (line.text.startsWith(opensLog) && line.text.endsWith(opensEntries))
      yield { ...line, path: 'log', text: `{${line.text.slice(opensLog.length, -opensEntries.length)}}` }
    else if (line.text !== closesLog)
      yield { ...line, path: `log.entries[${entry++}]`, text: line.text.replace(/,$/, '') }
  }
}
