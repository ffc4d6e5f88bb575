import type { PlacedProblem } from '../../data/data-file.ts'
import { DataFileError } from '../../data/data-file.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { shell } from '../../text/quote-for-shell.ts'
import type { ValidationFinding } from '../validate/validation-finding.ts'

/** What an author still has to do, for a program: which rule, where, and how. */
export interface AuthorProblem {
  /** Stays the same in every version: `SIBLING_UNREAD`, or the id of a rule of `validate`. */
  readonly code: string
  readonly message: string
  readonly remedy: string
  readonly file: string
  /** From 1. */
  readonly line?: number | undefined
  readonly column?: number | undefined
  /** The member of the file. */
  readonly path?: string | undefined
}

/** Findings of `validate` as problems. */
export function toValidateProblems(findings: readonly ValidationFinding[], file: string): readonly AuthorProblem[] {
  return findings.map(({ rule, path, message, file: found = file, line, column }) => ({
    code: rule,
    message: `${path} ${message}`,
    remedy: `Change the file as the message says. docs/validate.md explains the rule "${rule}".`,
    file: found,
    line,
    column,
    path,
  }))
}

/** The mistakes of a file that cannot be read, each at its place. @throws what is no such error */
export function toFileProblems(error: unknown, file: string): readonly AuthorProblem[] {
  if (!(error instanceof CheckwrightError)) throw error
  const remedy = `Mend the file. "${shell`checkwright explain ${error.code}`}" says more.`
  if (!(error instanceof DataFileError)) return [{ code: error.code, message: error.message, remedy, file }]
  return error.problems.map(({ path, message, line, column }) => ({
    code: error.code,
    message: `${path} ${message}`.trim(),
    remedy,
    file,
    line,
    column,
    path,
  }))
}

/** A problem at a place of a file. */
export function toProblem(
  { path, message, line, column }: PlacedProblem,
  { code, remedy, file }: Pick<AuthorProblem, 'code' | 'remedy' | 'file'>,
): AuthorProblem {
  return { code, message, remedy, file, line, column, path }
}
