import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { formatFrameworkTitle } from '../../checks/controls/frameworks/format-framework-title.ts'
import type { Control, Framework } from '../../checks/controls/frameworks/framework.ts'
import { listRelated, listShippedFrameworks } from '../../checks/controls/frameworks/shipped-frameworks.ts'
import { type ImportDocument, parseImport } from '../../checks/controls/imports/import-document.ts'
import { importFramework as readFramework } from '../../checks/controls/imports/import-framework.ts'
import { importBytesMax } from '../../checks/controls/imports/limits.ts'
import { loadStatements } from '../../checks/controls/statements/statement.ts'
import { createUsageError } from '../../errors/index.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatColumns } from '../../service/commands/format-columns.ts'
import { readFileStart } from '../../service/commands/read-input.ts'
import { countNoun } from '../../text/count-noun.ts'
import { findNearest } from '../../text/find-nearest.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { loadNamedFramework } from './controls-actions.ts'

/** The frameworks that come with Checkwright. */
export async function listFrameworks({ json }: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const frameworks = await listShippedFrameworks()
  if (json) {
    terminal.json(frameworks)
    return exitCodes.fine
  }
  const rows = frameworks.map(({ id, title, version, controls, mapped, levels = [] }) => [
    id,
    `${countNoun(controls, 'control')}, ${mapped} mapped`,
    [formatFrameworkTitle({ title, version }), ...formatLevels(id, levels)].join('. '),
  ])
  terminal.out.write(formatColumns(rows, terminal.out))
  return exitCodes.fine
}

function formatLevels(id: string, levels: readonly string[]): readonly string[] {
  return levels.length === 0 ? [] : [`Levels: ${levels.map((level) => `${id}.${level}`).join(', ')}`]
}

/** A framework: where it is from, and what its controls ask for. */
export async function showFramework(
  target: string,
  control: string | undefined,
  { json }: GlobalOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const framework = await loadNamedFramework(target)
  const chosen = control === undefined ? framework.controls : framework.controls.filter(({ id }) => id === control)
  if (chosen.length === 0) {
    const near = findNearest(
      control ?? '',
      framework.controls.map(({ id }) => id),
    )
    const hint =
      near === undefined ? `"${shell`checkwright frameworks show ${target}`}" lists all.` : `Did you mean ${near}?`
    throw createUsageError(`${framework.id} has no control "${control}". ${hint}`)
  }
  if (json) {
    const { statements, ...head } = framework
    const { text: _text, units: _units, ...mapping } = statements ?? {}
    terminal.json({ ...head, controls: chosen, statements: statements && mapping })
    return exitCodes.fine
  }
  const lines = control === undefined ? listHead(framework) : []
  terminal.out.write(lines.map((line) => `${cleanLine(line)}\n`).join(''))
  const says = await loadStatements()
  const related = control === undefined ? [] : await listRelated(framework.id, control)
  const rows = chosen.map((each) => [
    cleanLine(each.id),
    cleanLine(`${each.title}${describeStatements(framework, each, (id) => says.get(id)?.says)}`),
  ])
  terminal.out.write(formatColumns(rows, terminal.out))
  for (const { framework: other, controls } of related)
    terminal.out.write(cleanLine(`Related, and never counted: ${other} ${controls.join(', ')}`).concat('\n'))
  return exitCodes.fine
}

function listHead({ title, version, publisher, source, licence, statements }: Framework): readonly string[] {
  const mapping =
    statements &&
    `Mapping: ${statements.reader}, ${statements.read}, SHA-256 ${statements.sha256}. ${statements.source}`
  const licensed = licence && `Licence: ${licence.name}${licence.attribution ? `. ${licence.attribution}` : ''}`
  return [
    formatFrameworkTitle({ title, version }),
    ...[publisher, source && `Source: ${source}`, licensed, mapping].filter((line) => line !== undefined),
    '',
  ]
}

function describeStatements(
  { statements: mapping }: Framework,
  { id }: Control,
  say: (statement: string) => string | undefined,
): string {
  const asked = mapping && Object.hasOwn(mapping.controls, id) ? mapping.controls[id] : undefined
  if (!mapping || !asked) return ''
  const parts = Object.entries(asked.statements).map(([statement, { needed, relation = mapping.relation }]) => {
    const how = [...(needed ? ['needed'] : []), ...(relation === 'intersects' ? ['related, never counted'] : [])]
    return `${statement}${how.length === 0 ? '' : ` (${how.join(', ')})`}: ${say(statement) ?? ''}`
  })
  return ` — ${parts.join(' ')}`
}

interface FrameworkImportOptions extends GlobalOptions {
  readonly id?: string | undefined
  readonly output?: string | undefined
}

/** Writes a framework file from the file of another tool. */
export async function importFramework(
  path: string,
  { id, output, json }: FrameworkImportOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const folder = dirname(resolve(path))
  const read = async (href: string): Promise<ImportDocument | undefined> => {
    // Only files beside the profile: nothing is fetched, and nothing outside of the folder is read.
    const beside = [resolve(folder, href), join(folder, basename(href))]
    const file = beside.find((each) => !relative(folder, each).startsWith('..') && existsSync(each))
    return file === undefined ? undefined : parseImport(relative(folder, file), await readWhole(file))
  }
  const { format, framework, leftOut } = await readFramework(parseImport(path, await readWhole(path)), read, id)
  const target = output ?? `${framework.id}.framework.json`
  if (existsSync(target)) throw createUsageError(`"${target}" is there already. Choose another file with --output.`)
  await writeFile(target, formatFrameworkFile(framework))
  const summary = { format, id: framework.id, controls: framework.controls.length, leftOut, file: target }
  if (json) terminal.json(summary)
  else {
    const rest = leftOut === 0 ? '' : ` ${countNoun(leftOut, 'check')} of the other tool were left out.`
    terminal.out.write(
      cleanLine(
        `${format}: ${countNoun(framework.controls.length, 'control')} of "${framework.title}" in ${target}.${rest}`,
      ),
    )
    terminal.out.write('\n')
  }
  return exitCodes.fine
}

/** The file that `controls ./acme.framework.json` takes. */
function formatFrameworkFile({ id, title, version, source, controls }: Framework): string {
  const rows = controls.map((control) => `    ${JSON.stringify(control)}`)
  const head = JSON.stringify({ id, title, version, source }, null, 2).slice(0, -2)
  return `${head},\n  "controls": [\n${rows.join(',\n')}\n  ]\n}\n`
}

/** One byte more than is allowed tells that a file is too large. */
async function readWhole(path: string): Promise<Uint8Array> {
  return readFileStart(path, { bytesMax: importBytesMax + 1, what: `The file "${path}"`, remedy: 'Check the path.' })
}
