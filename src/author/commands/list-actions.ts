import { listConnectors } from '../../../connectors/index.ts'
import { createUsageError } from '../../errors/index.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatColumns } from '../../service/commands/format-columns.ts'
import { countNoun } from '../../text/count-noun.ts'
import { findNearest } from '../../text/find-nearest.ts'

export interface ListOptions extends GlobalOptions {
  readonly category?: string | undefined
  /** A control, or the id of a framework. */
  readonly control?: string | undefined
}

/**
 * The shipped connectors: their checks, and how they sign in. Loads none of them.
 * @param words parts of id, name, category, description or the id of a check, all of which have to fit
 */
export async function runListCommand(
  words: readonly string[],
  { json, category, control }: ListOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const all = await listConnectors()
  if (category !== undefined)
    demandKnown(
      'category',
      category,
      all.map((each) => each.category ?? ''),
    )
  if (control !== undefined)
    demandKnown(
      'control',
      control,
      all.flatMap(({ controls }) => [...controls, ...controls.map(readFramework)]),
    )
  const connectors = all.filter(
    (each) =>
      words.every((word) => hasWord(each, word)) &&
      (category === undefined || each.category === category) &&
      (control === undefined || each.controls.some((id) => id === control || readFramework(id) === control)),
  )
  if (words.length > 0 && connectors.length === 0) throw createNoMatchError(words, all)
  if (json) {
    terminal.json(connectors)
    return exitCodes.fine
  }
  const { out } = terminal
  out.write(
    formatColumns(
      connectors.map(({ id, name, auth, checks, description = name }) => [
        id,
        auth,
        countNoun(checks.length, 'check'),
        description,
      ]),
      out,
    ),
  )
  return exitCodes.fine
}

type ListedConnector = Awaited<ReturnType<typeof listConnectors>>[number]

function hasWord({ id, name, category, description, checks }: ListedConnector, word: string): boolean {
  const texts = [id, name, category, description, ...checks]
  return texts.some((text) => text?.toLowerCase().includes(word.toLowerCase()))
}

function createNoMatchError(words: readonly string[], all: readonly ListedConnector[]): Error {
  const near = findNearest(
    words.join('-').toLowerCase(),
    all.map(({ id }) => id),
  )
  const hint = near === undefined ? ' "checkwright list" shows all.' : ` Did you mean "${near}"?`
  return createUsageError(`No connector fits "${words.join(' ')}".${hint}`)
}

/** The framework of a control: `soc2` of `soc2:CC6.1`. */
function readFramework(control: string): string {
  return control.slice(0, control.indexOf(':'))
}

/** A typing mistake must not look like a catalogue without such connectors. @throws CheckwrightError `CLI_USAGE` */
function demandKnown(what: string, names: string, known: readonly string[]): void {
  if (known.includes(names)) return
  const words = [...new Set(known)].filter((each) => each !== '').sort()
  const near = findNearest(names, words)
  throw createUsageError(
    `No connector has the ${what} "${names}".${near === undefined ? '' : ` Did you mean "${near}"?`}${words.length <= 20 ? ` There are ${words.join(', ')}.` : ''}`,
  )
}
