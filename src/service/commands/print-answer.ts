import type { GlobalOptions } from './context.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { formatColumns } from './format-columns.ts'
import type { Terminal } from './terminal.ts'

/** Prints what a command did: as JSON for `--json`, otherwise as a sentence. */
export function printDone(
  { json }: Pick<GlobalOptions, 'json'>,
  terminal: Pick<Terminal, 'json' | 'out'>,
  value: unknown,
  sentence: string,
): ExitCode {
  if (json) terminal.json(value)
  else terminal.out.line(sentence)
  return exitCodes.fine
}

/** Prints a list: as JSON for `--json`, otherwise a line for each row, or the sentence for an empty list. */
export function printList<Row>(
  { json }: Pick<GlobalOptions, 'json'>,
  terminal: Pick<Terminal, 'json' | 'out'>,
  rows: readonly Row[],
  { none, toCells }: { readonly none: string; readonly toCells: (row: Row) => readonly string[] },
): ExitCode {
  if (json) terminal.json(rows)
  else if (rows.length === 0) terminal.out.line(none)
  else terminal.out.write(formatColumns(rows.map(toCells), terminal.out))
  return exitCodes.fine
}
