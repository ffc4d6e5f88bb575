import { createUsageError } from '../../errors/index.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import { isDataFile } from '../../service/commands/connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { countNoun } from '../../text/count-noun.ts'
import { acceptConnector } from '../accept/accept-connector.ts'
import { writeDrawnCases } from '../accept/write-drawn-cases.ts'
import { readDescription } from '../new/openapi/read-description.ts'

export interface AcceptOptions extends GlobalOptions {
  readonly openapi: string
  readonly draw?: boolean | undefined
}

/** @returns 0 if nothing stands against the connector; 6 otherwise */
export async function runAcceptCommand(
  file: string,
  { openapi, draw, json }: AcceptOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  if (!isDataFile(file))
    throw createUsageError(`${file} is no connector as data. Name a file such as ./acme.connector.yaml.`)
  const { out } = terminal
  const description = await readDescription(openapi)
  if (draw) {
    const drawn = await writeDrawnCases(file, description)
    if (json) terminal.json(drawn)
    else
      out.line(
        `${countNoun(drawn.drawn, 'case')}, ${drawn.open} of them without a label. Fill in what is right, from the source alone: ${drawn.file}`,
      )
    return exitCodes.fine
  }
  const { isAccepted, problems, cases } = await acceptConnector(file, description)
  if (json) terminal.json({ accepted: isAccepted, problems })
  else {
    for (const problem of problems) {
      const place = [problem.file, problem.line, problem.column].filter((each) => each !== undefined).join(':')
      out.line(
        `${out.paint('red', '✗')} ${cleanLine(`${place}: ${problem.message}`, 600)} ${out.paint('dim', `(${problem.code})`)}`,
      )
      out.line(`    ${cleanLine(problem.remedy, 300)}`)
    }
    if (isAccepted)
      out.line(
        `Accepted: nothing stands against it, and a person labelled ${countNoun(cases?.length ?? 0, 'case')}. You publish it.`,
      )
  }
  return isAccepted ? exitCodes.fine : exitCodes.notVerified
}
