import { createUsageError } from '../../errors/index.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { declaredThings } from '../../things/declared/declared-things.ts'
import { describeThing, type ThingDescription } from './describe-thing.ts'

/** Prints what the declaration of a thing makes. @throws CheckwrightError `CLI_USAGE` for one that there is not */
export async function printThing(id: string, options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const thing = declaredThings.find((each) => each.id === id)
  if (thing === undefined)
    throw createUsageError(`There is no thing "${id}". There is ${declaredThings.map((each) => each.id).join(', ')}.`)
  const description = await describeThing(thing)
  if (options.json) terminal.json(description)
  else terminal.out.write(formatDescription(description))
  return exitCodes.fine
}

/** One section for each part: its name, and its lines below it. */
function formatDescription(description: ThingDescription): string {
  const parts: [string, readonly string[]][] = Object.entries(description)
  const sections = parts.map(([name, lines]) => [name, ...lines.map((line) => `  ${line}`)].join('\n'))
  return `${sections.join('\n\n')}\n`
}
