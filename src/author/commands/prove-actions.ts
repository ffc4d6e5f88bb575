import { writeFile } from 'node:fs/promises'
import { formatProofFile } from '../../checks/proofs/proof-file.ts'
import type { Description } from '../../descriptions/description.ts'
import { createUsageError } from '../../errors/index.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import { cutEnding } from '../../service/commands/connector-file/beside.ts'
import { isFile, loadConnector } from '../../service/commands/connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import type { Output } from '../../service/commands/terminal.ts'
import { countNoun } from '../../text/count-noun.ts'
import { formatProposals } from '../prove/format-proposals.ts'
import { loadWitnesses } from '../prove/load-witnesses.ts'
import { findWitnesses, locateWitnesses } from '../prove/locate-witnesses.ts'
import { type CheckTrial, type ProofReport, proveConnector } from '../prove/prove-connector.ts'
import { toProofFile } from '../prove/to-proof-file.ts'
import { formatDifference } from '../prove/trials/verdict.ts'
import { listLacking } from '../prove/witnesses/count-witnesses.ts'
import { drawCases } from '../prove/witnesses/draw-cases.ts'
import { formatCases } from '../prove/witnesses/format-cases.ts'
import { locateReading, readEarlierReading } from '../prove/witnesses/read-labels.ts'
import type { Witnesses } from '../prove/witnesses/read-witnesses.ts'

export interface ProveCommandOptions extends GlobalOptions {
  readonly check?: readonly string[] | undefined
  readonly witnesses?: string | undefined
  readonly openapi?: string | undefined
  readonly propose?: boolean | undefined
  /** Draw cases for a second reader, and try nothing. */
  readonly secondReader?: boolean | undefined
  readonly out?: string | undefined
}

/**
 * Tries the checks of a connector on its witnesses, and writes the proof beside it.
 * @returns 0 if all witnesses agree and notice every mistake that an answer shows; 6 otherwise
 */
export async function runProveCommand(
  target: string,
  options: ProveCommandOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const connector = await loadConnector(target)
  const path = options.witnesses ?? findWitnesses(target)
  if (path === undefined)
    throw createUsageError(
      `${connector.id} has no witnesses yet: ${isFile(target) ? `${locateWitnesses(target)} is not there` : 'none ship with it'}. "checkwright witness <recording> --check <id>" begins one; docs/guides/proving.md shows the rest.`,
    )
  const description = await readDescriptionOf(options.openapi)
  const witnesses = await loadWitnesses(path, connector, description)
  if (witnesses.witnesses.length === 0)
    throw createUsageError(
      `Nothing was tried: ${path} has no witness. "checkwright witness <recording> --check <id>" begins one.`,
    )
  if (options.secondReader) return drawForSecondReader(path, witnesses, options, terminal)
  const report = await proveConnector(connector, {
    witnesses,
    checks: options.check,
    description: description?.root.value,
  })
  const proposed = options.propose ? await propose(target, report, witnesses, options) : undefined
  const proof = isSettled(report) && !options.check ? await writeProof(target, report) : undefined
  if (options.json) terminal.json({ ...report, proof, proposed })
  else printReport(report, witnesses, { proof, proposed }, terminal.out)
  const survives = report.checks.some(({ survivors }) => survivors.length > 0)
  return isSettled(report) && !survives ? exitCodes.fine : exitCodes.notVerified
}

async function drawForSecondReader(
  path: string,
  { file }: Witnesses,
  { out, json }: ProveCommandOptions,
  { out: lines, json: print }: Context['terminal'],
): Promise<ExitCode> {
  const cases = drawCases(file).map(({ name, witness: { of, world, change, source } }) => ({
    name,
    check: of.check,
    world,
    change,
    source,
    isProbe: false,
  }))
  const { length } = cases
  const written = await write(out ?? locateReading(path), formatCases(file, cases, readEarlierReading(path)))
  if (json) print({ file: written, drawn: length })
  else lines.line(`${countNoun(length, 'case')} for a second reader, who fills in what the source says: ${written}`)
  return exitCodes.fine
}

async function readDescriptionOf(openapi: string | undefined): Promise<Description | undefined> {
  return openapi === undefined
    ? undefined
    : (await import('../new/openapi/read-description.ts')).readDescription(openapi)
}

function isSettled({ disagreements, mistakes }: ProofReport): boolean {
  return disagreements.length + mistakes.length === 0
}

/** A shipped connector has its proof in the package. */
async function writeProof(target: string, report: ProofReport): Promise<string | undefined> {
  return isFile(target) ? write(`${cutEnding(target)}.proof.json`, formatProofFile(toProofFile(report))) : undefined
}

/** Without the verdict of the check: who labels a case must not know it. */
async function propose(
  target: string,
  report: ProofReport,
  { file }: Witnesses,
  { out }: ProveCommandOptions,
): Promise<string | undefined> {
  const proposals = report.checks.flatMap(({ check, survivors }) =>
    survivors.map(({ mutant, world, change }) => ({ check, way: mutant.slice(check.length + 1), world, change })),
  )
  if (proposals.length === 0) return undefined
  return write(
    out ?? `${cutEnding(isFile(target) ? target : `./${target}`)}.proposed.yaml`,
    formatProposals(file, proposals),
  )
}

async function write(path: string, text: string): Promise<string> {
  await writeFile(path, text).catch((error: unknown) => {
    throw createFileError(`"${path}" cannot be written`, error, 'Name a file in a folder that exists.')
  })
  return path
}

function printReport(
  report: ProofReport,
  { file }: Witnesses,
  { proof, proposed }: { readonly proof: string | undefined; readonly proposed: string | undefined },
  out: Output,
): void {
  const { connector, disagreements, mistakes, checks } = report
  out.line(out.paint('bold', cleanLine(`${connector.id} ${connector.version}`)))
  const width = Math.max(0, ...checks.map(({ check }) => check.length))
  for (const trial of checks) printTrial(trial, width, out)
  for (const { witness, check, ...difference } of disagreements)
    out.line(`  ${out.paint('red', '✗')} ${cleanLine(`${witness}: ${check} ${formatDifference(difference)}`, 300)}`)
  for (const mistake of mistakes) out.line(`  ${out.paint('red', '✗')} ${cleanLine(mistake, 300)}`)
  out.line()
  if (disagreements.length > 0) {
    out.line('A witness or a check is wrong. Read the source of the witness again. No mistakes were tried.')
    return
  }
  const sum = (count: (trial: CheckTrial) => number) => checks.reduce((total, trial) => total + count(trial), 0)
  const open = sum(({ survivors }) => survivors.length)
  out.line(
    `Tried on ${countNoun(file.witnesses.length, 'witness', 'witnesses')}: ${sum(({ killed }) => killed)} of ${countNoun(
      sum(({ mutants }) => mutants),
      'deliberate mistake',
    )} noticed, ${sum(({ notToldApart }) => notToldApart.length)} that no answer shows.`,
  )
  if (open > 0 && proposed === undefined)
    out.line(`${countNoun(open, 'mistake')} that an answer shows, and no witness: checkwright prove … --propose`)
  if (proposed !== undefined) out.line(`Fill in what is right, from the source alone: ${proposed}`)
  if (proof !== undefined) out.line(`Proof: ${proof}`)
}

function printTrial(
  { check, witnesses, mutants, killed, notToldApart, survivors, siblings, secondReader, otherwise }: CheckTrial,
  width: number,
  out: Output,
): void {
  const lacks = listLacking(witnesses)
  const isWhole = survivors.length === 0 && lacks.length === 0
  const facts = [
    countNoun(witnesses.total, 'witness', 'witnesses'),
    `${killed} of ${countNoun(mutants, 'mistake')} noticed`,
    ...(notToldApart.length > 0 ? [`${notToldApart.length} that no answer shows`] : []),
    ...(lacks.length > 0 ? [`no witness that is ${lacks.join(' or ')}`] : []),
    ...(secondReader.drawn > 0
      ? [`the second reader agrees in ${secondReader.agreed} of ${secondReader.drawn} drawn`]
      : []),
    ...(siblings && siblings.unread.length > 0 ? [`${countNoun(siblings.unread.length, 'member')} beside unread`] : []),
    ...(siblings && siblings.passedOver.length > 0
      ? [`${countNoun(siblings.passedOver.length, 'member')} passed over`]
      : []),
    ...(siblings && siblings.openWords.length > 0 ? [`${countNoun(siblings.openWords.length, 'word')} not named`] : []),
  ]
  out.line(
    `  ${isWhole ? out.paint('green', '✓') : out.paint('yellow', '!')} ${check.padEnd(width)}   ${facts.join(', ')}`,
  )
  for (const { mutant } of survivors)
    out.line(`      ${cleanLine(`not noticed: ${mutant.slice(check.length + 1)}`, 300)}`)
  for (const { witness, ...difference } of otherwise)
    out.line(
      `      ${cleanLine(`the second reader says otherwise of ${witness}: ${formatDifference(difference)}`, 300)}`,
    )
  for (const member of [...(siblings?.unread ?? []), ...(siblings?.openWords ?? [])])
    out.line(`      ${cleanLine(`not read: ${member}`, 300)}`)
  for (const { member, by } of siblings?.passedOver ?? [])
    out.line(`      ${cleanLine(`passed over: ${member}, by which ${by} tells what counts`, 300)}`)
}
