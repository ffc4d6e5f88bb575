import { readFile } from 'node:fs/promises'
import { expectBundle } from '../../author/running/bundle-place.ts'
import { createUsageError, isSystemError } from '../../errors/index.ts'
import type { EvidenceProblem } from '../../evidence/bundle/bundle-source.ts'
import { isConnectionRun } from '../../evidence/bundle/manifest.ts'
import { tellProblemKind } from '../../evidence/bundle/problem-kind.ts'
import { toProofFile } from '../../evidence/log/log-proof.ts'
import { isPackage } from '../../evidence/package/open-package.ts'
import type { PackageVerification } from '../../evidence/package/verify-package-source.ts'
import { isStatusSite, verifyStatus } from '../../evidence/status/status-site.ts'
import { verifyBundle } from '../../evidence/verification/verify.ts'
import type { Verification } from '../../evidence/verification/verify-source.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import type { Context } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { countNoun } from '../../text/count-noun.ts'
import { loadTrustedKeys, type TrustOptions } from '../../things/commands/trusted-keys.ts'

export interface VerifyCommandOptions extends TrustOptions {
  /** Whether a package must not have gaps. */
  readonly requireEvidence?: boolean | undefined
}

/** Proves that a trusted key signed the bundle or package, or lists the changes. */
export async function runVerifyCommand(
  bundle: string,
  options: VerifyCommandOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  await expectBundle(bundle)
  if (await isStatusSite(bundle)) return verifyStatusAt(bundle, options, terminal)
  if (await isPackage(bundle)) return verifyPackageAt(bundle, options, terminal)
  if (options.requireEvidence)
    throw createUsageError('"--require-evidence" is for a package, and this is the bundle of a run.')
  const proof = await readProof(bundle)
  const verification = await verifyBundle(bundle, await loadTrustedKeys(options, terminal), { proof })
  await printVerification(verification, options, terminal, () =>
    verification.verified
      ? printBundle(bundle, verification, terminal)
      : printProblems(bundle, verification.problems, terminal),
  )
  return verification.verified ? exitCodes.fine : exitCodes.notVerified
}

async function verifyStatusAt(path: string, options: VerifyCommandOptions, terminal: Terminal): Promise<ExitCode> {
  const verification = await verifyStatus(path, await loadTrustedKeys(options, terminal))
  if (options.json) terminal.json(verification)
  else if (!verification.verified) printProblems(path, verification.problems, terminal)
  else {
    const { framework, organization, period, package: of } = verification.status
    const { out } = terminal
    printSample(verification, terminal)
    out.line(`${out.paint('green', '✓')} ${cleanLine(path, 2000)} is exactly what ${verification.signer} signed.`)
    out.line(cleanLine(`  ${framework.title} of ${organization.name}, ${period.from} to ${period.to}`, 2000))
    out.line(cleanLine(`  made of the package ${of.manifestSha256}`, 2000))
  }
  return verification.verified ? exitCodes.fine : exitCodes.notVerified
}

async function verifyPackageAt(path: string, options: VerifyCommandOptions, terminal: Terminal): Promise<ExitCode> {
  const { verifyPackage } = await import('../../evidence/package/verify-package.ts')
  const { requireEvidence } = options
  const verification = await verifyPackage(path, await loadTrustedKeys(options, terminal), { requireEvidence })
  await printVerification(verification, options, terminal, () =>
    verification.verified
      ? printPackage(path, verification, terminal)
      : printProblems(path, verification.problems, terminal),
  )
  return verification.verified ? exitCodes.fine : exitCodes.notVerified
}

/** With the digest of the page by which somebody else sees the same. */
async function printVerification(
  verification: Verification | PackageVerification,
  { json }: VerifyCommandOptions,
  terminal: Terminal,
  print: () => void,
): Promise<void> {
  const { sha256 } = (await import('../../author/auditor-page/auditor-page.ts')).auditorPage
  if (json) return terminal.json({ ...verification, auditorPage: { sha256 } })
  printSample(verification, terminal)
  print()
  terminal.out.line(`  The auditor's page of this version has the SHA-256 ${sha256}`)
}

/** Before everything else: what follows may look like the proof of a real organization. */
function printSample(
  verification: { readonly verified: boolean; readonly sample?: true | undefined },
  { out }: Pick<Terminal, 'out'>,
): void {
  if (verification.sample) out.line(out.paint('yellow', 'Sample data: this is about no real organization.'))
}

function printPackage(
  path: string,
  verification: Extract<PackageVerification, { readonly verified: true }>,
  { out }: Terminal,
): void {
  const { signer, package: subject, bundles, uploads, gaps, editions, alsoSignedBy } = verification
  const { framework, organization, period, madeAt } = subject
  const safe = (text: string) => cleanLine(text, 2000)
  out.line(`${out.paint('green', '✓')} ${safe(path)} is exactly what ${signer} signed.`)
  out.line(safe(`  ${framework.title} of ${organization.name}, ${period.from} to ${period.to}, made at ${madeAt}`))
  out.line(
    `  ${countNoun(bundles, 'bundle')} of runs and access reviews, and ${countNoun(uploads, 'upload')}, each verified`,
  )
  if (editions > 0)
    out.line(
      `  ${countNoun(editions, 'bundle')} without lists of people and exchanges. An admin can give you the whole ones.`,
    )
  if (gaps > 0)
    out.line(
      `  ${countNoun(gaps, 'gap')}, which package.json names. --require-evidence refuses them, except controls without a check.`,
    )
  if (alsoSignedBy.length > 0) out.line(safe(`  Also signed by ${alsoSignedBy.join(', ')}.`))
}

/** The proof beside the bundle, if there is one. */
async function readProof(bundle: string): Promise<string | undefined> {
  try {
    return await readFile(toProofFile(bundle), 'utf8')
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return undefined
    throw createFileError('The proof beside the bundle cannot be read', error, 'Move it away, or make it readable.')
  }
}

function printProblems(path: string, found: readonly EvidenceProblem[], { out }: Terminal): void {
  const safe = (text: string) => cleanLine(text, 2000)
  const kind = tellProblemKind(found)
  out.line(`${kind === 'stranger' ? out.paint('yellow', '?') : out.paint('red', '✗')} ${safe(path)} ${headlines[kind]}`)
  const files = groupByFile(found)
  for (const { file, problems } of files.slice(0, filesMax)) {
    out.line(`  ${out.paint('bold', safe(file))}`)
    for (const { field, message } of problems)
      out.line(`    ${field === undefined ? '' : `${out.paint('cyan', safe(field))} `}${safe(message)}`)
  }
  if (files.length > filesMax) out.line(`  … and ${countNoun(files.length - filesMax, 'more file')}`)
  if (kind === 'changed')
    out.line(
      '  Nothing in it is proven. Keep it as it is, ask the signer for another copy, and ask how the two came to differ.',
    )
}

// More would not help anybody to understand what happened.
const filesMax = 100

const headlines = {
  stranger: 'could not be judged:',
  log: 'is what a trusted key signed, but the proof beside it does not show that the log has it:',
  changed: 'differs from what a trusted key signed:',
} as const

function printBundle(
  bundle: string,
  verification: Extract<Verification, { readonly verified: true }>,
  { out }: Terminal,
): void {
  const safe = (text: string) => cleanLine(text, 2000)
  const { signer, run, organizationId, previous, notIncluded, alsoSignedBy, log } = verification
  out.line(`${out.paint('green', '✓')} ${safe(bundle)} is exactly what ${signer} signed.`)
  const { startedAt, status, id } = run
  const what =
    run.kind === 'import'
      ? 'results that another tool reported'
      : isConnectionRun(run)
        ? `${run.connector.id} ${run.connector.version}`
        : `${kindNames[run.kind]} of ${run.organizationId}`
  out.line(safe(`  Run ${id} of ${what}, ${startedAt}: ${status}`))
  // The key tells who runs Checkwright, and not whose run it is.
  if (isConnectionRun(run)) printIds({ organization: organizationId, connection: run.connectionId }, out)
  else if (run.edition)
    out.line(safe(`  Pseudonymous edition of the bundle whose manifest.json has the SHA-256 ${run.edition.of}`))
  if (previous) out.line(safe(`  After run ${previous.run}, whose manifest.json has the SHA-256 ${previous.sha256}`))
  if (log) out.line(safe(`  Entry ${log.number} of the log ${log.origin}, which had ${log.size} when this was proven`))
  if (notIncluded.length > 0)
    out.line(
      safe(`  Not included: ${notIncluded.join(', ')}. They were signed, too. An admin can give you the whole bundle.`),
    )
  if (alsoSignedBy.length > 0) out.line(safe(`  Also signed by ${alsoSignedBy.join(', ')}.`))
}

function printIds(ids: Readonly<Record<string, string | undefined>>, out: Terminal['out']): void {
  const known = Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : [`${name} ${id}`]))
  if (known.length > 0) out.line(cleanLine(`Of ${known.join(', ')}`, 2000))
}

const kindNames = {
  'cross-check': 'a cross-check',
  'access-review': 'an access review',
  'access-review-outcomes': 'what became of the removals of an access review',
} as const

function groupByFile(all: readonly EvidenceProblem[]) {
  const files = new Map<string, EvidenceProblem[]>()
  for (const problem of all) {
    const problems = files.get(problem.file) ?? []
    problems.push(problem)
    files.set(problem.file, problems)
  }
  return [...files].map(([file, problems]) => ({ file, problems }))
}
