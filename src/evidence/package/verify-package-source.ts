import * as z from 'zod/mini'
import { decodeBase64 } from '../../text/base64.ts'
import { parseJson } from '../../text/parse-json.ts'
import { type BundleSource, type EvidenceProblem, readFileText, statementFile } from '../bundle/bundle-source.ts'
import { computeDigest } from '../bundle/compute-digests.ts'
import { readBundleLines } from '../bundle/json-lines.ts'
import { tellSample } from '../bundle/sample-key.ts'
import { judgeSignature, parseStatement, readSignedLines } from '../bundle/signed-lines.ts'
import { explainFailure } from '../verification/explain-failure.ts'
import { foreignMessage, respell } from '../verification/find-foreign-text.ts'
import { readManifestDigest } from '../verification/read-manifest-digest.ts'
import { type Trust, verifySource } from '../verification/verify-source.ts'
import { type BundleFacts, readBundleFacts, tellOtherVerdict, type VerdictClaim } from './bundle-verdicts.ts'
import { createMappingCheck, opensChecks } from './check-mapping.ts'
import { type ClaimedFile, receivedLine, tellOtherFile } from './check-received.ts'
import { type ClaimedSample, findSampleProblem, sampleLine } from './check-sample.ts'
import { packageSchema } from './package-content.ts'
import {
  isBundleFile,
  listSpanBundles,
  type PackageSource,
  readBundleId,
  readUploadOf,
  type SpanBundle,
} from './package-file.ts'
import { lacksEvidence } from './package-gaps.ts'
import { type PackageManifest, packagePredicate, writePackageManifest } from './package-manifest.ts'

/** What the statement says that the package is about. */
export type PackageSubject = z.infer<typeof subjectSchema>

/** The result of verifying a package. */
export type PackageVerification =
  | {
      readonly verified: true
      readonly kind: 'package'
      /** Fingerprint of the key that signed it. */
      readonly signer: string
      /** The evidence is a sample, about no real organization. @default it is real */
      readonly sample?: true | undefined
      readonly package: PackageSubject
      /** Bundles of runs and access reviews, each of which was verified. */
      readonly bundles: number
      readonly uploads: number
      /** What it says that it cannot prove. */
      readonly gaps: number
      /** Those that are editions without people and exchanges. */
      readonly editions: number
      readonly alsoSignedBy: readonly string[]
    }
  | { readonly verified: false; readonly kind: 'package'; readonly problems: readonly EvidenceProblem[] }

export interface PackageVerifyOptions {
  /** Whether a gap is a problem. @default false */
  readonly requireEvidence?: boolean | undefined
}

/** What a verification of a package asks of where it runs. */
export interface PackageTrust extends Trust {
  /** Opens the bundle of a run or an access review. @throws CheckwrightError `BUNDLE_INVALID` */
  openBundle(file: string): Promise<BundleSource>
}

/**
 * Proves that every byte of an opened package was signed; see `verifyPackage`. It asks nothing of the machine, so that the auditor's
 * page does the same in a browser.
 */
export async function verifyPackageSource(
  source: PackageSource,
  trust: PackageTrust,
  name: string,
  options: PackageVerifyOptions = {},
): Promise<PackageVerification> {
  try {
    return await verifyFiles(source, trust, options)
  } catch (error) {
    return createFailed([...source.problems, { file: name, message: explainFailure(error) }])
  }
}

async function verifyFiles(
  source: PackageSource,
  trust: PackageTrust,
  { requireEvidence = false }: PackageVerifyOptions,
): Promise<PackageVerification> {
  if (!source.has('manifest.json') || !source.has(statementFile)) return createFailed(source.problems)
  const manifest = await readManifest(source)
  const { lines, problem } = await readSignedLines(source)
  if (problem) return createFailed([...source.problems, problem])
  const [line, ...more] = lines
  if (line === undefined || more.length > 0)
    return createFailed([...source.problems, { file: statementFile, message: 'must have one line.' }])
  const offered = await trust.takeKey(decodeBase64(manifest?.signer.publicKey ?? '') ?? new Uint8Array())
  const signature = await judgeSignature(line, [...trust.keys, ...(offered ? [offered] : [])], trust.fingerprints)
  if (signature.by !== 'trusted') return createFailed([...source.problems, signature.problem])
  const statement = parseStatement(line.payload)
  const subject = subjectSchema.safeParse(statement?.predicate)
  const [named, ...others] = statement?.subject ?? []
  if (
    statement?.predicateType !== packagePredicate ||
    !subject.success ||
    named?.name !== 'manifest.json' ||
    others.length > 0
  )
    return createFailed([
      {
        file: statementFile,
        field: line.field,
        message: 'is not the statement of a package as Checkwright writes it.',
      },
    ])
  if ((await readManifestDigest(source)) !== named.digest.sha256 || !manifest)
    return createFailed([
      ...source.problems,
      { file: 'manifest.json', message: 'was changed: its SHA-256 is not the signed one.' },
    ])
  const changed = await findChanged(source, manifest)
  const inside = await verifyBundles(source, trust, changed, subject.data.organization.id)
  if (changed.length + inside.problems.length + source.problems.length > 0)
    return createFailed([...source.problems, ...changed, ...inside.problems])
  const content = await readContent(source)
  const unlike = await findContradictions(source, manifest, content, inside.facts)
  const redrawn = unlike.length > 0 ? [] : await redrawSamples(source, trust, content.samples)
  const refused = requireEvidence ? content.gaps.filter(lacksEvidence).map(toGapProblem) : []
  const last = [...unlike, ...redrawn, ...refused, ...(await source.layoutProblems())]
  if (last.length > 0) return createFailed(last)
  return {
    verified: true,
    kind: 'package',
    signer: signature.key.fingerprint,
    sample: tellSample(manifest?.signer),
    package: subject.data,
    bundles: inside.count,
    editions: inside.editions,
    gaps: content.gaps.length,
    uploads: manifest.files.filter(({ name }) => readUploadOf(name) !== undefined).length,
    alsoSignedBy: signature.others,
  }
}

function createFailed(problems: readonly EvidenceProblem[]): PackageVerification {
  return { verified: false, kind: 'package', problems }
}

const subjectSchema = z.object({
  framework: z.object({ id: z.string(), title: z.string(), version: z.optional(z.string()), sha256: z.string() }),
  organization: z.object({ id: z.string(), name: z.string() }),
  period: z.object({ from: z.string(), to: z.string() }),
  madeAt: z.string(),
  writtenBy: z.object({ name: z.string(), version: z.string() }),
})

const manifestSchema = z.object({
  signer: z.object({ fingerprint: z.string(), keyId: z.optional(z.string()), publicKey: z.string() }),
  files: z.array(z.object({ name: z.string(), sha256: z.string(), size: z.number() })),
})

// A line of some 150 bytes for each file.
const manifestBytesMax = 64 * 1024 * 1024

/** In the exact form that we write, so that nothing in it occurs twice; undefined otherwise. */
async function readManifest(source: PackageSource): Promise<PackageManifest | undefined> {
  const text = await readFileText(source, 'manifest.json', manifestBytesMax)
  const manifest = manifestSchema.safeParse(parseJson(text ?? ''))
  if (!manifest.success) return undefined
  const pieces: string[] = []
  for await (const piece of writePackageManifest(manifest.data)) pieces.push(piece)
  return pieces.join('') === text ? manifest.data : undefined
}

/** Files that are not as they were signed, that are gone, or that came later. */
async function findChanged(source: PackageSource, { files }: PackageManifest): Promise<readonly EvidenceProblem[]> {
  const signed = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  const problems: EvidenceProblem[] = []
  for (const file of source.names) {
    if (file === 'manifest.json' || file === statementFile || !source.has(file)) continue
    const sha256 = signed.get(file)
    if (sha256 === undefined) {
      problems.push({ file, message: 'does not belong to the package, because it is not signed.' })
      continue
    }
    const is = await computeDigest(source, file)
    if (is.sha256 !== sha256) problems.push({ file, message: 'was changed: its SHA-256 is not the signed one.' })
  }
  const there = new Set(source.names)
  for (const { name: file } of files)
    if (!there.has(file)) problems.push({ file, message: 'is missing from the package.' })
  return problems
}

/** Every bundle by its own signatures. Where one was changed, this says in which field. */
async function verifyBundles(
  source: PackageSource,
  trust: PackageTrust,
  changed: readonly EvidenceProblem[],
  organizationId: string,
) {
  const problems: EvidenceProblem[] = []
  const facts = new Map<string, BundleFacts>()
  let count = 0
  let editions = 0
  for (const file of source.names) {
    if (!isBundleFile(file) || !source.has(file)) continue
    count++
    const verification = await verifyOne(file, trust)
    if (!verification.verified) {
      // The whole file is known to differ; what its own statements tell comes beside it.
      const isKnown = changed.some((each) => each.file === file)
      const found = verification.problems.map((each) => ({ ...each, file: `${file}: ${each.file}` }))
      problems.push(...(isKnown ? found.filter(({ field }) => field !== undefined) : found))
      continue
    }
    const id = readBundleId(file)
    if (id !== undefined && verification.run.id !== id)
      problems.push({ file, message: `has the bundle of the run ${verification.run.id}.` })
    const of = verification.organizationId
    if (of !== undefined && of !== organizationId)
      problems.push({ file, message: `has the bundle of a run of the organization ${of}.` })
    if (verification.notIncluded.length > 0) editions++
    facts.set(file, verification.facts)
  }
  return { problems, count, editions, facts }
}

async function verifyOne(file: string, trust: PackageTrust) {
  try {
    const bundle = await trust.openBundle(file)
    try {
      const verification = await verifySource(bundle, trust, 'the archive')
      return verification.verified ? { ...verification, facts: await readBundleFacts(bundle) } : verification
    } finally {
      await bundle.close()
    }
  } catch (error) {
    return { verified: false, problems: [{ file: 'the archive', message: explainFailure(error) }] } as const
  }
}

const namedBundle = {
  runId: z.optional(z.string()),
  reviewId: z.optional(z.string()),
  evidence: z.optional(z.string()),
  digest: z.optional(z.string()),
  outcomes: z.optional(z.object({ evidence: z.string(), digest: z.optional(z.string()) })),
}
const spanSchema = z.object({ ...namedBundle, basis: z.optional(z.array(z.object(namedBundle))) })
const checkLine = z.object({
  connector: z.string(),
  id: z.string(),
  history: z.array(
    z.extend(spanSchema, {
      from: z.string(),
      status: z.optional(z.string()),
      results: z.optional(z.record(z.string(), z.number())),
    }),
  ),
})

/** The bundles that a span of `package.json` names; none of one that is not as we write it. */
export function readSpanBundles(span: unknown): readonly SpanBundle[] {
  const { success, data } = spanSchema.safeParse(span)
  return success ? listSpanBundles(data) : []
}

const gapLine = z.object({
  // A newer version may know other kinds. Whatever it calls a gap is one.
  kind: z.string(),
  control: z.optional(z.string()),
  connector: z.optional(z.string()),
  connectionId: z.optional(z.string()),
  check: z.optional(z.string()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  runId: z.optional(z.string()),
  sha256: z.optional(z.string()),
  because: z.string(),
})

type ReadGap = z.infer<typeof gapLine>

const unreadableGap: ReadGap = { kind: 'unknown', because: 'this version cannot read what it says' }

interface ReadContent {
  readonly problems: readonly EvidenceProblem[]
  readonly gaps: readonly ReadGap[]
  /** SHA-256 of bundles, by file. */
  readonly bundles: ReadonlyMap<string, string>
  readonly claims: readonly VerdictClaim[]
  readonly samples: readonly ClaimedSample[]
  readonly received: readonly ClaimedFile[]
}

/** The lines of package.json about bundles and gaps; the rest is for people. */
async function readContent(source: PackageSource): Promise<ReadContent> {
  const gaps: ReadGap[] = []
  const bundles = new Map<string, string>()
  const claims: VerdictClaim[] = []
  const problems: EvidenceProblem[] = []
  const members = new Set<string>()
  const checkMapping = createMappingCheck()
  let number = 0
  const samples: ClaimedSample[] = []
  const received: ClaimedFile[] = []
  let list: string | undefined
  const noteBundles = (field: string, spans: readonly z.infer<typeof spanSchema>[]) => {
    for (const { file, evidence, digest } of spans.flatMap(listSpanBundles)) {
      if (evidence !== 'kept') continue
      const before = bundles.get(file) ?? digest
      if (digest === undefined || before !== digest)
        problems.push({ file: 'package.json', field, message: `has no one digest for ${file}.` })
      else bundles.set(file, digest)
    }
  }
  for await (const { text } of readBundleLines(source.read('package.json'))) {
    number++
    const field = `line ${number}`
    if (!isOurLine(text, members)) problems.push({ file: 'package.json', field, message: foreignMessage })
    const value = parseJson(text.replace(/,$/, ''))
    if (number === 2 && text !== `"schema":${JSON.stringify(packageSchema)},`)
      problems.push({ file: 'package.json', field, message: `is not ${packageSchema}. Use a newer Checkwright.` })
    problems.push(...checkMapping(text).map((message) => ({ file: 'package.json', field, message })))
    const [, member] = /^"(\w+)":/.exec(text) ?? []
    if (member !== undefined) list = member
    else if (list === 'gaps' && !/^[\]}]/.test(text)) {
      const gap = gapLine.safeParse(value)
      gaps.push(gap.success ? gap.data : unreadableGap)
    } else if (list === 'samples' && !/^[\]}]/.test(text)) {
      const sample = sampleLine.safeParse(value)
      if (sample.success) {
        samples.push({ ...sample.data, field })
        noteBundles(field, [sample.data])
      } else problems.push({ file: 'package.json', field, message: 'is not a sample as Checkwright writes it.' })
    } else if (list === 'received' && !/^[\]}]/.test(text)) {
      const file = receivedLine.safeParse(value)
      if (file.success) {
        received.push({ ...file.data, field })
        noteBundles(field, [file.data])
      } else problems.push({ file: 'package.json', field, message: 'is not a file as Checkwright writes it.' })
    }
    const check = checkLine.safeParse(value)
    if (!check.success) continue
    noteBundles(field, check.data.history)
    for (const { runId, evidence, status, results } of check.data.history)
      if (runId !== undefined && evidence === 'kept')
        claims.push({ file: `runs/${runId}.zip`, field, check: check.data.id, status, results })
  }
  return { problems, gaps, bundles, claims, samples, received }
}

/** Whether a line of package.json is one that we write, so that nothing in it is there twice. @param members that were there before */
function isOurLine(line: string, members: Set<string>): boolean {
  if (/^(?:\{|\}|\]\}?,?)$/.test(line)) return true
  const [, name, value = ''] = /^"(\w+)":(.*)$/s.exec(line) ?? []
  if (name === undefined) {
    const text = line.endsWith(opensChecks) ? `${line}]}` : line.replace(/,$/, '')
    return respell(text) === text
  }
  const isFirst = !members.has(name)
  members.add(name)
  const text = value.replace(/,$/, '')
  return isFirst && (value === '[' || respell(text) === text)
}

/** Where package.json and the files beside it do not say the same. */
async function findContradictions(
  source: PackageSource,
  { files }: PackageManifest,
  { problems, bundles, claims, received }: ReadContent,
  facts: ReadonlyMap<string, BundleFacts>,
): Promise<readonly EvidenceProblem[]> {
  const found = [...problems]
  // Who can write to the store, and has no key, can have another verdict signed. The bundles stay as they are.
  for (const claim of claims) {
    const message = tellOtherVerdict(claim, facts.get(claim.file)?.verdicts.get(claim.check))
    if (message !== undefined) found.push({ file: 'package.json', field: claim.field, message })
  }
  for (const claim of received) {
    const message = tellOtherFile(claim, facts.get(`runs/${claim.runId}.zip`)?.received)
    if (message !== undefined) found.push({ file: 'package.json', field: claim.field, message })
  }
  const signed = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  for (const [file, digest] of bundles) {
    if (!source.has(file) || signed.get(file) !== digest)
      found.push({ file, message: 'is not the bundle that package.json names.' })
  }
  for (const { name, sha256 } of files) {
    if (isBundleFile(name) && !bundles.has(name)) found.push({ file: name, message: 'is not named in package.json.' })
    const upload = readUploadOf(name)
    if (upload !== undefined && upload !== sha256)
      found.push({ file: name, message: 'has another SHA-256 than its name.' })
  }
  return found
}

/** Draws each sample again from the records in the bundle of its run. */
async function redrawSamples(
  source: PackageSource,
  trust: PackageTrust,
  samples: readonly ClaimedSample[],
): Promise<readonly EvidenceProblem[]> {
  const problems: EvidenceProblem[] = []
  for (const sample of samples) {
    const file = `runs/${sample.runId}.zip`
    if (sample.evidence !== 'kept' || sample.draw.drawn === undefined || !source.has(file)) continue
    const bundle = await trust.openBundle(file)
    try {
      const message = await findSampleProblem(sample, bundle)
      if (message !== undefined) problems.push({ file: 'package.json', field: sample.field, message })
    } finally {
      await bundle.close()
    }
  }
  return problems
}

function toGapProblem({ kind, control, connector, connectionId, check, from, to, because }: ReadGap): EvidenceProblem {
  const of = [control, connector && `${connector}/${check}`, connectionId, from && `${from} to ${to}`].filter(Boolean)
  return { file: 'package.json', field: of.join(', '), message: `has a gap (${kind}): ${because}.` }
}
