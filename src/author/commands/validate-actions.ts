import { connectorIds } from '../../../connectors/index.ts'
import type { AnyConnector } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import { CheckwrightError, createUsageError, type Problem } from '../../errors/index.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import { isDataTarget, loadConnectors } from '../../service/commands/connector-file/load-connector.ts'
import { forgetModules } from '../../service/commands/connector-file/module-hooks.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodeOfError, exitCodes } from '../../service/commands/exit-codes.ts'
import { tellError } from '../../service/commands/report-error.ts'
import type { Output } from '../../service/commands/terminal.ts'
import { countNoun } from '../../text/count-noun.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { findSubject } from '../prove/locate-witnesses.ts'
import { judgeTarget, type Validation } from '../validate/judge-target.ts'
import type { ValidationLevel } from '../validate/validation-finding.ts'
import { findWitnessFindings } from '../validate/witness-findings.ts'

export interface ValidateOptions extends GlobalOptions {
  /** Show hints too. */
  readonly hints?: boolean | undefined
  /** File with the vendor's API description, for connectors as data. */
  readonly openapi?: string | undefined
  /** More warnings than these count as an error. @default any number is fine */
  readonly maxWarnings?: number | undefined
}

/**
 * Loads every target, so that all are judged, and lists the problems of each.
 * @returns 4 if one does not load, 3 for findings that are errors, or for too many warnings
 */
export async function runValidateCommand(
  targets: readonly string[],
  options: ValidateOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const { out, err } = terminal
  // In a folder of their own, people take these for theirs.
  if (targets.length === 0)
    err.line(
      `The ${connectorIds.length} connectors that come with Checkwright. For your own, name the file: checkwright validate ./acme.ts`,
    )
  const validations: Validation[] = []
  const seen = new Map<string, string>()
  let exitCode: ExitCode = exitCodes.fine
  const description = await readDescriptionFor(targets, options)
  for (const named of targets.length > 0 ? targets : connectorIds) {
    const target = findSubject(named)
    try {
      // So that the files which load now are those of this target.
      forgetModules()
      const { connectors } = await loadConnectors(target)
      const witnesses = targets.length > 0 ? await findWitnessFindings(target, connectors, description) : []
      const validation = await judgeTarget(target, connectors, { seen, description, witnesses })
      for (const { id } of connectors) seen.set(id, target)
      validations.push(validation)
      if (!options.json) printValidation(validation, connectors, options, out)
    } catch (error) {
      if (!(error instanceof CheckwrightError)) throw error
      const problems = 'problems' in error ? (error.problems as readonly Problem[]) : []
      const { code, message } = error
      validations.push({ target, valid: false, connectors: [], findings: [], error: { code, message, problems } })
      tellError(error, terminal, { debug: options.debug })
      // A connector that does not load outweighs an unknown id.
      exitCode = exitCode === exitCodes.notLoaded ? exitCode : exitCodeOfError(code)
    }
  }
  if (options.json) terminal.json(validations)
  else printHints(validations, targets, options, out)
  return exitCode === exitCodes.fine ? chooseValidateExitCode(validations, options) : exitCode
}

/** Loaded only where it is asked for: it takes a reader of descriptions. @throws CheckwrightError `CLI_USAGE` for targets in code */
async function readDescriptionFor(
  targets: readonly string[],
  { openapi }: ValidateOptions,
): Promise<Description | undefined> {
  if (openapi === undefined) return undefined
  const [stray] = targets.filter((target) => !isDataTarget(findSubject(target)))
  if (targets.length === 0 || stray !== undefined)
    throw createUsageError(
      `--openapi is for connectors as data${stray === undefined ? '; name their files' : `, and ${stray} is none`}. The test of a connector in TypeScript holds it to a description: fakeVendor({ openapi }).`,
    )
  const { readDescription } = await import('../new/openapi/read-description.ts')
  return readDescription(openapi)
}

function chooseValidateExitCode(
  validations: readonly Validation[],
  { maxWarnings = Number.POSITIVE_INFINITY }: ValidateOptions,
): ExitCode {
  const isFine = countAtLevel(validations, 'error') === 0 && countAtLevel(validations, 'warning') <= maxWarnings
  return isFine ? exitCodes.fine : exitCodes.usage
}

function countAtLevel(validations: readonly Validation[], level: ValidationLevel): number {
  return validations.flatMap(({ findings }) => findings).filter((finding) => finding.level === level).length
}

const marks = { error: ['red', '✗'], warning: ['yellow', '!'], hint: ['dim', '·'] } as const

function printValidation(
  { target, findings, valid }: Validation,
  connectors: readonly AnyConnector[],
  { hints = false }: ValidateOptions,
  out: Output,
): void {
  for (const { id, definition, checks } of connectors) {
    const checkCount = countNoun(checks.length, 'check')
    const name = `${target === id ? '' : `${target}: `}${id} ${definition.version ?? ''}`
    if (valid) out.line(`${out.paint('green', '✓')} ${name} is valid, ${checkCount}`)
    else out.line(`${out.paint('red', '✗')} ${name} is not valid`)
  }
  for (const { level, path, message, file, line, column, rule } of findings) {
    if (level === 'hint' && !hints) continue
    const [style, mark] = marks[level]
    const place = file === undefined ? '' : `${[file, line, column].filter((each) => each !== undefined).join(':')}: `
    out.line(
      `${out.paint(style, mark)} ${cleanLine(`${place}${path} ${message}`, 600)} ${out.paint('dim', `(${rule})`)}`,
    )
  }
}

function printHints(
  validations: readonly Validation[],
  targets: readonly string[],
  { hints, openapi }: ValidateOptions,
  out: Output,
): void {
  const number = countAtLevel(validations, 'hint')
  const words = [...targets, ...(openapi === undefined ? [] : ['--openapi', openapi]), '--hints']
  const command = shell`checkwright validate ${words}`
  if (number > 0 && !hints) out.line(out.paint('dim', `${marks.hint[1]} ${countNoun(number, 'more hint')}: ${command}`))
}
