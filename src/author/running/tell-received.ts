import type { RunHead } from '../../checks/runs/recorded-run.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { countNoun } from '../../text/count-noun.ts'

/** Prints whose results these are, how old, and what became of each. */
export function tellReceived({ received }: Pick<RunHead, 'received'>, { err }: Terminal): void {
  if (!received) return
  const { tool, counts, oldestAt, cutOff, setAside, file } = received
  const line = (text: string) => err.line(cleanLine(text, 500))
  const version = tool.version === undefined ? '' : ` ${tool.version}`
  line(
    `Received from ${tool.name}${version}, and not observed: ${countNoun(counts.entries, 'result')} of ${file.name}.`,
  )
  line(
    `  ${counts.pass} pass, ${counts.fail} fail, ${counts.manual} need review, ${counts.not_applicable} not applicable, ${counts.undecided} could not be told; ${counts.muted} of them muted in the tool`,
  )
  line(oldestAt === undefined ? '  The file does not say when the tool looked.' : `  The oldest is of ${oldestAt}.`)
  if (cutOff !== undefined) line(`  Cut off: ${cutOff}`)
  if (setAside !== undefined)
    line(
      setAside === 'undated'
        ? '  They count for nothing, because nobody can tell how old they are.'
        : '  They count for nothing, because a newer file of this source was imported before.',
    )
}
