import { CheckwrightError, type ErrorCode, errorCodes } from '../../errors/index.ts'
import type { Context, GlobalOptions } from '../context.ts'
import { type ExitCode, exitCodeOfError, exitCodes, exitMeanings } from '../exit-codes.ts'
import { table } from '../output/table.ts'

/** What an error code means, or what all of them mean. */
export async function explain(
  given: string | undefined,
  { json }: GlobalOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const all = Object.keys(errorCodes).map((code) => describe(code as ErrorCode))
  if (given === undefined) {
    if (json) terminal.json(all)
    else
      terminal.out.write(
        table(
          all.map(({ code, meaning }) => [code, meaning]),
          terminal.out,
        ),
      )
    return exitCodes.fine
  }
  const wanted = given.trim().toUpperCase().replaceAll('-', '_')
  const found = all.find(({ code }) => code === wanted)
  if (!found) {
    const near = all.map(({ code }) => code).filter((code) => code.includes(wanted) || wanted.includes(code))
    const hint = near.length > 0 ? `Is it ${near.join(', ')}?` : '"checkwright explain" lists them all.'
    throw new CheckwrightError(`There is no error code "${given}". ${hint}`, { code: 'CLI_USAGE' })
  }
  if (json) terminal.json(found)
  else {
    const { out } = terminal
    out.line(`${out.paint('bold', found.code)}  ${found.meaning}`)
    out.line(`A command that ends in it exits with ${found.exitCode}: ${exitMeanings[found.exitCode]}.`)
    out.line('More, with advice: docs/errors.md in the package.')
  }
  return exitCodes.fine
}

function describe(code: ErrorCode) {
  return { code, meaning: errorCodes[code], exitCode: exitCodeOfError(code) }
}
