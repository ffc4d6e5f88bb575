import { decodeBase64, encodeBase64 } from '../../text/base64.ts'
import { readMember } from '../../text/read-member.ts'
import {
  type BundleSource,
  bundleFiles,
  type EvidenceProblem,
  type FileDigest,
  marksFile,
  readFileText,
  statementFile,
} from '../bundle/bundle-source.ts'
import { computeDigests } from '../bundle/compute-digests.ts'
import type { Verifier } from '../bundle/dsse.ts'
import {
  findMarksPlace,
  isMarked,
  type Manifest,
  type ManifestHead,
  manifestSchema,
  readFileMarks,
  readManifest,
  writeManifest,
} from '../bundle/manifest.ts'
import { proofFile } from '../bundle/problem-kind.ts'
import { readSignedRun } from '../bundle/run-text.ts'
import { tellSample } from '../bundle/sample-key.ts'
import {
  judgeSignature,
  listSignedFiles,
  parseStatements,
  readSignedLines,
  type Signature,
  type SignedLine,
} from '../bundle/signed-lines.ts'
import { buildStatements, type InTotoStatement, type PreviousBundle, predicateTypes } from '../bundle/statement.ts'
import { compareText, findChangedFields } from './changed-fields.ts'
import { explainFailure } from './explain-failure.ts'
import { findForeignText } from './find-foreign-text.ts'
import { type BundleLogEntry, findLogEntry } from './find-log-entry.ts'
import { findOtherOriginal, findOtherRecords, findUnsignedFiles, listLeftOutFiles } from './verify-inventories.ts'

/** The result of a verification. */
export type Verification =
  | {
      readonly verified: true
      /** Fingerprint of the key that signed. */
      readonly signer: string
      /** The evidence is a sample, about no real organization. @default it is real */
      readonly sample?: true | undefined
      readonly run: ManifestHead['run']
      /** Whose run it is. One key signs for all organizations of a store. Undefined where it was not of one. */
      readonly organizationId: string | undefined
      readonly previous: PreviousBundle | undefined
      /** Signed files that this edition leaves out, for somebody who may not read them: exchanges, and records of inventories. */
      readonly notIncluded: readonly FileDigest['name'][]
      /** Fingerprints of further trusted keys that signed it. */
      readonly alsoSignedBy: readonly string[]
      /** Its entry in the transparency log, if a proof was given. */
      readonly log?: BundleLogEntry | undefined
    }
  | { readonly verified: false; readonly problems: readonly EvidenceProblem[] }

/** The keys that a verification trusts. */
export interface Trust {
  readonly keys: readonly Verifier[]
  /** Of keys that are trusted, and that only what is verified brings along. */
  readonly fingerprints: readonly string[]
  /** Takes the key that a bundle brings along, if its fingerprint is trusted. */
  takeKey(der: Uint8Array): Verifier | undefined | Promise<Verifier | undefined>
}

export interface VerifyOptions {
  /** Text of the proof that a log has the run; see `formatLogProof`. @default the log is not asked about */
  readonly proof?: string | undefined
}

/**
 * Proves that every byte of an opened bundle was signed by the holder of a trusted key; see `verifyBundle`. It asks nothing of the
 * machine, so that the auditor's page does the same in a browser.
 * @param name of the bundle, for what no file of it can be blamed for
 */
export async function verifySource(
  source: BundleSource,
  trust: Trust,
  name: string,
  options: VerifyOptions = {},
): Promise<Verification> {
  try {
    return await verifyFiles(source, trust, options)
  } catch (error) {
    return createFailedVerification([...source.problems, { file: name, message: explainFailure(error) }])
  }
}

async function verifyFiles(source: BundleSource, trust: Trust, { proof }: VerifyOptions): Promise<Verification> {
  if (!bundleFiles.every((file) => source.has(file) || file === 'exchanges.har'))
    return createFailedVerification(source.problems)
  const manifest = await readManifest(source)
  const { lines, problem } = await readSignedLines(source)
  if (problem) return createFailedVerification([...source.problems, problem])
  const offered = await trust.takeKey(decodeBase64(manifest?.signer?.publicKey ?? '') ?? new Uint8Array())
  const keys = [...trust.keys, ...(offered ? [offered] : [])]
  const signatures: Signature[] = []
  for (const line of lines) signatures.push(await judgeSignature(line, keys, trust.fingerprints))
  const unproven = signatures.flatMap((signature) => (signature.by === 'trusted' ? [] : [signature]))
  if (unproven.length > 0) {
    // The content of an untrusted statement does not matter. If our own signer signed it, the changed part is worth
    // showing.
    const isOurs = unproven.every(({ by }) => by === 'nobody')
    const details = isOurs ? await findChangedStatement(source, lines, manifest) : []
    const problemsByText = new Map(unproven.map(({ problem }) => [`${problem.field} ${problem.message}`, problem]))
    return createFailedVerification([...source.problems, ...problemsByText.values(), ...details])
  }
  const { statements, problems } = parseStatements(lines)
  if (problems.length > 0) return createFailedVerification([...source.problems, ...problems])
  const [signature] = signatures
  if (signature?.by !== 'trusted') return createFailedVerification(source.problems)
  const leftOut = listLeftOutFiles(source, statements)
  const strangers = findUnsignedFiles(source, statements, leftOut)
  if (strangers.length > 0) return createFailedVerification([...source.problems, ...strangers])
  const changes = await findChangedFiles(source, statements, manifest, signature.key)
  if (changes.length > 0) return createFailedVerification([...source.problems, ...changes])
  const layout = [...source.problems, ...(await source.layoutProblems())]
  if (layout.length > 0) return createFailedVerification(layout)
  const notIncluded = leftOut.map(({ name }) => name)
  if (manifest?.schema !== manifestSchema || !manifest.run)
    return createFailedVerification([
      { file: 'manifest.json', field: 'schema', message: `is not ${manifestSchema}. Use a newer Checkwright.` },
    ])
  const foreign = await findForeignText(source)
  if (foreign.length > 0) return createFailedVerification(foreign)
  const others = [...(await findOtherRecords(source, leftOut)), ...(await findOtherOriginal(source))]
  if (others.length > 0) return createFailedVerification(others)
  const log = proof === undefined ? undefined : await findLogEntry(proof, source, manifest.run, keys)
  if (typeof log === 'string') return createFailedVerification([{ file: proofFile, message: log }])
  const alsoSigned = signatures.flatMap((each) => (each.by === 'trusted' ? each.others : []))
  return {
    verified: true,
    signer: signature.key.fingerprint,
    sample: tellSample(manifest.signer),
    run: manifest.run,
    organizationId: readOrganizationId(statements),
    previous: manifest.previous,
    notIncluded,
    alsoSignedBy: [...new Set(alsoSigned)],
    log,
  }
}

function createFailedVerification(problems: readonly EvidenceProblem[]): Verification {
  return { verified: false, problems }
}

/** The differences between the statements and these files; empty if only the signature is wrong. */
async function findChangedStatement(
  source: BundleSource,
  lines: readonly SignedLine[],
  manifest: Partial<Manifest> | undefined,
): Promise<readonly EvidenceProblem[]> {
  const { head } = await readSignedRun(() => source.read('run.json'))
  const expected = buildStatements(head, await computeDigests(source, listSignedFiles(source)), manifest?.previous)
  return lines.flatMap(({ field, payload }, index) =>
    compareText(statementFile, field, payload, expected[index] ?? 'null'),
  )
}

/** Files with another digest than the signed one, with their changed fields if they can be found. */
async function findChangedFiles(
  source: BundleSource,
  statements: readonly InTotoStatement[],
  manifest: Partial<Manifest> | undefined,
  signer: Verifier,
): Promise<readonly EvidenceProblem[]> {
  const digests = await computeDigests(source, listSignedFiles(source))
  const changed = digests
    .filter(({ name, sha256 }) =>
      statements.some(({ subject }) => subject.some((each) => each.name === name && each.digest.sha256 !== sha256)),
    )
    .map(({ name }) => name)
  const problems: EvidenceProblem[] = []
  for (const file of changed) {
    let found: readonly EvidenceProblem[] = []
    // A manifest contains only facts about its files. If they are there, and unchanged, it can be written again and compared.
    const isWhole = listLeftOutFiles(source, statements).length === 0
    if (file === 'manifest.json' && changed.length === 1 && isWhole)
      found = await findChangedManifest(source, digests, readPreviousBundle(statements), manifest, signer)
    if (isMarked(file) && !changed.includes(findMarksPlace(file, source.has(marksFile))))
      found = await findChangedFields(source, file, await readFileMarks(source, file))
    problems.push(
      ...(found.length > 0 ? found : [{ file, message: 'was changed: its SHA-256 is not the signed one.' }]),
    )
  }
  return problems
}

function readPreviousBundle(statements: readonly InTotoStatement[]): PreviousBundle | undefined {
  return readMember(findRunPredicate(statements), 'previous') as PreviousBundle | undefined
}

function readOrganizationId(statements: readonly InTotoStatement[]): string | undefined {
  const id = readMember(findRunPredicate(statements), 'run.organizationId')
  return typeof id === 'string' ? id : undefined
}

function findRunPredicate(statements: readonly InTotoStatement[]): object | undefined {
  return statements.find(({ predicateType }) => predicateType === predicateTypes.run)?.predicate
}

// Above this size, a change in it is reported without its place.
const manifestBytesMax = 100 * 1024 * 1024

async function findChangedManifest(
  source: BundleSource,
  digests: readonly FileDigest[],
  previous: PreviousBundle | undefined,
  manifest: Partial<Manifest> | undefined,
  { fingerprint, der }: Verifier,
): Promise<readonly EvidenceProblem[]> {
  const text = await readFileText(source, 'manifest.json', manifestBytesMax)
  if (text === undefined) return []
  const { head } = await readSignedRun(() => source.read('run.json'))
  const keyId = manifest?.signer?.keyId
  const signer = { fingerprint, keyId, publicKey: encodeBase64(der) }
  const files = digests.filter(({ name }) => name !== 'manifest.json')
  const pieces: string[] = []
  for await (const piece of writeManifest({ run: head, previous, signer, files }, (file) => source.read(file)))
    pieces.push(piece)
  const should = pieces.join('')
  if (should === text) return [{ file: 'manifest.json', field: 'signer.keyId', message: 'was changed.' }]
  const differences = compareText('manifest.json', '', text, should)
  return differences.some(({ field }) => field !== '') ? differences : [findBrokenLine(text, should)]
}

/** For a text that cannot be read as a whole, or differs outside of its fields. */
function findBrokenLine(text: string, should: string): EvidenceProblem {
  const expected = should.split('\n')
  const line = text.split('\n').findIndex((each, index) => each !== expected[index])
  return { file: 'manifest.json', field: `line ${line + 1}`, message: 'was changed.' }
}
