import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodes } from '../../errors/codes.ts'
import { createUsageError, type ErrorCode } from '../../errors/index.ts'
import { measureLead, wrapHanging } from '../../report/pieces/wrap-text.ts'
import { locatePackageRoot } from '../../service/commands/connector-file/module-hooks.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodeOfError, exitCodes, exitMeanings } from '../../service/commands/exit-codes.ts'
import { formatColumns } from '../../service/commands/format-columns.ts'

/** Explains an error code, or all of them. */
export async function runExplainCommand(
  named: string | undefined,
  { json }: GlobalOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const all = Object.keys(errorCodes).map((code) => describeCode(code as ErrorCode))
  if (named === undefined) {
    if (json) terminal.json(all)
    else
      terminal.out.write(
        formatColumns(
          all.map(({ code, meaning }) => [code, meaning]),
          terminal.out,
        ),
      )
    return exitCodes.fine
  }
  const wanted = named.trim().toUpperCase().replaceAll('-', '_')
  const found = all.find(({ code }) => code === wanted)
  if (!found) {
    const near = all.map(({ code }) => code).filter((code) => code.includes(wanted) || wanted.includes(code))
    const hint = near.length > 0 ? `Is it ${near.join(', ')}?` : '"checkwright explain" lists them all.'
    throw createUsageError(`There is no error code "${named}". ${hint}`)
  }
  if (json) terminal.json(found)
  else {
    const { out } = terminal
    out.line(`${out.paint('bold', found.code)}  ${found.meaning}`)
    out.line(
      `A command that ends with this error has the exit code ${found.exitCode}: ${exitMeanings[found.exitCode]}.`,
    )
    for (const paragraph of await readAdvice(found.code)) {
      out.line()
      for (const line of paragraph) for (const each of wrapHanging(line, out.width, measureLead(line))) out.line(each)
    }
  }
  return exitCodes.fine
}

/** The advice in the package's page, in paragraphs of lines; empty if the package has no docs. */
async function readAdvice(code: ErrorCode): Promise<string[][]> {
  const page = await readFile(join(locatePackageRoot(), 'docs/errors.md'), 'utf8').catch(() => '')
  const [, section = ''] = page.split(`\n### ${code}\n`)
  const [, ...advice] = (section.split(/^##/m)[0] ?? '').trim().split('\n\n')
  // Lines of a paragraph are joined; those of a list stay separate.
  return advice.map((paragraph) => paragraph.replace(/\n(?! *[-*|`] )\s*/g, ' ').split('\n'))
}

function describeCode(code: ErrorCode) {
  return { code, meaning: errorCodes[code], exitCode: exitCodeOfError(code) }
}
