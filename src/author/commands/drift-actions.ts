import type { Drift, DriftReport, DriftSubject } from '../../data/drift/find-drift.ts'
import type { Description } from '../../descriptions/description.ts'
import { CheckwrightError, createUsageError } from '../../errors/index.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import { isFile } from '../../service/commands/connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import type { Output } from '../../service/commands/terminal.ts'
import { countNoun } from '../../text/count-noun.ts'
import { type DescriptionPair, findInFolders, isFolder } from '../drift/find-descriptions.ts'
import { listTargets, loadOwnSubject, loadShippedSubject } from '../drift/load-subjects.ts'
import { readDescription } from '../new/openapi/read-description.ts'

export interface DriftOptions extends GlobalOptions {
  /** What only bends a check fails the command, too. @default false */
  readonly strict?: boolean | undefined
}

/** What two descriptions mean for one connector. */
interface DescriptionComparison extends DriftReport {
  readonly connector: string
  readonly old: string
  readonly new: string
}

/**
 * Compares a vendor's old and new description for what connectors rely on.
 * @returns 1 if a check breaks, 2 if the old description has nothing of what a connector asks
 */
export async function runDriftCommand(
  target: string,
  old: string,
  now: string,
  options: DriftOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const rest: DescriptionPair = { old, now }
  const areFolders = (await isFolder(old)) && (await isFolder(now))
  const targets = listTargets(target)
  if (targets.length > 1 && !areFolders)
    throw createUsageError('"all" compares folders of descriptions. Give two folders, or name one connector.')
  const comparisons: DescriptionComparison[] = []
  const { findDrift } = await import('../../data/drift/find-drift.ts')
  const read = rememberLast(readDescription)
  for (const each of targets) {
    const shipped = isFile(each) ? undefined : await loadShippedSubject(each)
    const pair = areFolders ? await findInFolders(rest, [shipped?.descriptionName ?? each, each]) : rest
    if (!pair) {
      if (targets.length > 1) continue
      throw new CheckwrightError(
        `The folders have no description of ${each}; its file would be ${shipped?.descriptionName ?? each}.json.`,
        { code: 'CLI_FILE_FAILED' },
      )
    }
    const [old, now] = [await read(pair.old), await read(pair.now)]
    const subject: DriftSubject = shipped ?? (await loadOwnSubject(each, old))
    comparisons.push(nameFiles(subject.connector.id, pair, findDrift(subject, old, now)))
  }
  const { out } = terminal
  if (options.json) terminal.json(targets.length > 1 ? comparisons : comparisons[0])
  else for (const comparison of comparisons) printComparison(comparison, out)
  return chooseExitCode(comparisons, options)
}

/** Descriptions of one provider come one after the other: github and github-app. */
function rememberLast(read: (path: string) => Promise<Description>): (path: string) => Promise<Description> {
  const last = new Map<string, Promise<Description>>()
  return (path) => {
    const known = last.get(path) ?? read(path)
    // An old and a new one.
    if (last.size >= 2 && !last.has(path)) last.delete([...last.keys()][0] ?? '')
    last.set(path, known)
    return known
  }
}

/** With pointers that name their files. */
function nameFiles(
  connector: string,
  { old, now }: DescriptionPair,
  { drifts, ...report }: DriftReport,
): DescriptionComparison {
  return {
    connector,
    old,
    new: now,
    ...report,
    drifts: drifts.map((drift) => ({
      ...drift,
      before: `${old}#${drift.before}`,
      after: drift.after === undefined ? undefined : `${now}#${drift.after}`,
    })),
  }
}

function chooseExitCode(comparisons: readonly DescriptionComparison[], { strict = false }: DriftOptions): ExitCode {
  if (comparisons.length === 0 || comparisons.some(({ compared }) => compared === 0)) return exitCodes.undecided
  const isCounted = ({ level }: Drift) => strict || level === 'breaks'
  return comparisons.some(({ drifts }) => drifts.some(isCounted)) ? exitCodes.failed : exitCodes.fine
}

const marks = { breaks: ['red', '✗'], bends: ['yellow', '!'] } as const

function printComparison({ connector, compared, unknown, drifts }: DescriptionComparison, out: Output): void {
  const operations = countNoun(compared, 'operation')
  const checks = new Set(drifts.flatMap((drift) => drift.checks))
  if (drifts.length === 0) out.line(`${out.paint('green', '✓')} ${connector}: nothing changed in ${operations}`)
  else
    out.line(
      `${connector}: ${countNoun(drifts.length, 'change')} in ${operations}, for ${countNoun(checks.size, 'check')}`,
    )
  for (const { level, kind, message, checks: touched, inventories, before, after } of drifts) {
    const [style, mark] = marks[level]
    out.line(`${out.paint(style, mark)} ${cleanLine(message, 600)} ${out.paint('dim', `(${kind})`)}`)
    out.line(`    ${level}: ${[...touched, ...inventories].join(', ') || 'no check'}`)
    out.line(`    ${out.paint('dim', cleanLine(after ?? before, 600))}`)
  }
  if (unknown.length > 0)
    out.line(
      out.paint('dim', `· the old description does not have ${unknown.map((each) => cleanLine(each, 200)).join(', ')}`),
    )
}
