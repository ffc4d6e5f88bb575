import { decodeBase64 } from '../../text/base64.ts'
import {
  type BundleFile,
  type BundleSource,
  bundleFiles,
  decodeText,
  type EvidenceProblem,
  type FileSource,
  isRecordFile,
  listBundleFiles,
  readFileText,
  receivedFile,
  statementFile,
} from './bundle-source.ts'
import { type Envelope, isSignedBy, parseEnvelope, type Verifier } from './dsse.ts'
import { ofStranger } from './problem-kind.ts'
import { type InTotoStatement, payloadType, predicateTypes, statementType } from './statement.ts'

/** Every file but the statement itself that each bundle has: what the statement has the digests of, beside inventories. */
const signedFiles = bundleFiles.filter((file) => file !== statementFile)

/** All files that this bundle has and the statement has the digests of. */
export function listSignedFiles(source: BundleSource): readonly BundleFile[] {
  return listBundleFiles(source).filter((file) => file !== statementFile)
}

// Ids and statuses of a run's checks, twice; more than any run has.
const statementBytesMax = 64 * 1024 * 1024

/** A line of the statement. Only its form has been checked yet. */
export interface SignedLine {
  /** Its name in problems: `line 1`. */
  readonly field: string
  readonly envelope: Envelope
  /** Text of the payload, with a mark in place of bytes that are not UTF-8. */
  readonly payload: string
}

export interface SignedLines {
  readonly lines: readonly SignedLine[]
  /** The number of the first malformed line. */
  readonly problem?: EvidenceProblem
}

/** The envelopes in a bundle's statement. */
export async function readSignedLines(
  source: Pick<FileSource<typeof statementFile>, 'size' | 'read'>,
): Promise<SignedLines> {
  const wrong = (message: string, field?: string): SignedLines => ({
    lines: [],
    problem: createStatementProblem(field, message),
  })
  const text = await readFileText(source, statementFile, statementBytesMax)
  if (text === undefined) return wrong('is larger than a statement can be.')
  if (text.startsWith('\ufeff')) return wrong('begins with a byte order mark, which Checkwright does not write.')
  if (!text.endsWith('\n')) return wrong('is cut off: its last line does not end.')
  const lines: SignedLine[] = []
  for (const [index, line] of text.slice(0, -1).split('\n').entries()) {
    const field = `line ${index + 1}`
    const envelope = parseEnvelope(line)
    if (!envelope)
      return wrong('is not a DSSE envelope in the spelling that Checkwright writes (members, order, base64).', field)
    if (envelope.payloadType !== payloadType)
      return wrong(`has the payload type "${envelope.payloadType}", and in-toto has ${payloadType}.`, field)
    if (envelope.signatures.length === 0) return wrong('has no signature.', field)
    lines.push({ field, envelope, payload: decodeText(decodeBase64(envelope.payload) ?? new Uint8Array()) })
  }
  return { lines }
}

/** The result of checking a line's signatures with trusted keys. */
export type Signature =
  | {
      readonly by: 'trusted'
      readonly key: Verifier
      /** Further trusted keys that signed it, by their fingerprints. */
      readonly others: readonly string[]
    }
  | { readonly by: 'nobody' | 'stranger'; readonly problem: EvidenceProblem }

/**
 * Every signature has to be by a trusted key and match. Another one was added later, and its name could say anything.
 * @param fingerprints of keys that are trusted if the manifest brings them
 */
export async function judgeSignature(
  { field, envelope }: SignedLine,
  trusted: readonly Verifier[],
  fingerprints: readonly string[],
): Promise<Signature> {
  const ids = envelope.signatures.map(({ keyid }) => keyid)
  const twice = ids.find((id, index) => ids.indexOf(id) < index)
  if (twice !== undefined)
    return {
      by: 'stranger',
      problem: createStatementProblem(field, `has two signatures of ${JSON.stringify(twice)}.`),
    }
  const known = trusted.filter(({ fingerprint }) => ids.includes(fingerprint))
  const [key] = known
  if (!key) {
    const named = ids.find((id) => fingerprints.includes(id))
    if (named !== undefined) return { by: 'stranger', problem: createKeyProblem(named) }
    const who = ids.map((id) => JSON.stringify(id)).join(', ')
    const message = `is signed by ${who}, ${ofStranger}. If you want to trust it, ask the signer for its fingerprint on another way, and give that as a trusted key (--key). Do not take it from what you verify.`
    return { by: 'stranger', problem: createStatementProblem(field, message) }
  }
  for (const each of known) {
    if (await isSignedBy(envelope, each)) continue
    const message = `does not match its signature by ${each.fingerprint}: the statement or its signature was changed.`
    return { by: 'nobody', problem: createStatementProblem(field, message) }
  }
  const added = ids.find((id) => !known.some(({ fingerprint }) => fingerprint === id))
  if (added !== undefined) {
    const message = `has another signature, by ${JSON.stringify(added)}, which nobody can check: it was added to what ${key.fingerprint} signed. Ask for the file without it, or trust that key as well (--key).`
    return { by: 'stranger', problem: createStatementProblem(field, message) }
  }
  return { by: 'trusted', key, others: known.slice(1).map(({ fingerprint }) => fingerprint) }
}

export interface Statements {
  readonly statements: readonly InTotoStatement[]
  readonly problems: readonly EvidenceProblem[]
}

/** The statements in lines with valid signatures: whether they are the required ones, about these files. */
export function parseStatements(lines: readonly SignedLine[]): Statements {
  const read = lines.map((line) => ({ line, statement: parseStatement(line.payload) }))
  const problems = read.flatMap(({ line, statement }) => findStatementProblems(line, statement))
  const statements = read.flatMap(({ statement }) => statement ?? [])
  const lacking = Object.values(predicateTypes).filter(
    (type) => statements.filter(({ predicateType }) => predicateType === type).length !== 1,
  )
  if (problems.length === 0)
    problems.push(
      ...lacking.map((type) => createStatementProblem(undefined, `must have one statement of the type ${type}.`)),
    )
  // Each line is signed alone, so only this check secures their order.
  if (problems.length === 0)
    for (const [index, type] of Object.values(predicateTypes).entries())
      if (statements[index]?.predicateType !== type)
        problems.push(
          createStatementProblem(`line ${index + 1} predicateType`, `must be ${type}: the lines are in another order.`),
        )
  return { statements, problems }
}

function findStatementProblems(
  { field }: SignedLine,
  statement: InTotoStatement | undefined,
): readonly EvidenceProblem[] {
  if (!statement)
    return [
      createStatementProblem(
        field,
        `is signed, but is not an in-toto statement (${statementType}) as Checkwright writes it.`,
      ),
    ]
  const { predicateType, subject } = statement
  if (!Object.values<string>(predicateTypes).includes(predicateType))
    return [
      createStatementProblem(
        `${field} predicateType`,
        `is "${predicateType}", which this version does not know. Use a newer Checkwright.`,
      ),
    ]
  const names = subject.map(({ name }) => name)
  const strange = names.filter(
    (name, index) =>
      !(signedFiles.some((file) => file === name) || name === receivedFile || isRecordFile(name)) ||
      names.indexOf(name) !== index,
  )
  return [
    ...signedFiles
      .filter((file) => !names.includes(file))
      .map((file) =>
        createStatementProblem(`${field} subject`, `does not name ${file}: the statement is about other files.`),
      ),
    ...strange.map((name) =>
      createStatementProblem(
        `${field} subject`,
        `names "${name}", which is not a file of a bundle, or is named twice.`,
      ),
    ),
  ]
}

/** Parsed from the signed bytes, in the exact form that we write, so that no member can occur twice. */
export function parseStatement(text: string): InTotoStatement | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isStatement(value) && JSON.stringify(value) === text ? value : undefined
  } catch {
    // Signed but not JSON: we would not have signed it.
    return undefined
  }
}

function isStatement(value: unknown): value is InTotoStatement {
  const statement = value as Partial<InTotoStatement> | null
  return (
    statement?._type === statementType &&
    typeof statement.predicateType === 'string' &&
    typeof statement.predicate === 'object' &&
    Array.isArray(statement.subject) &&
    statement.subject.every((each) => typeof each?.name === 'string' && typeof each.digest?.sha256 === 'string')
  )
}

/** A fingerprint alone checks nothing: the key that it is of comes with the manifest. */
function createKeyProblem(fingerprint: string): EvidenceProblem {
  const message = `does not bring the key ${fingerprint}, which you trust by its fingerprint: the file was changed. With the public key as a file you see what else differs.`
  return { file: 'manifest.json', message }
}

function createStatementProblem(field: string | undefined, message: string): EvidenceProblem {
  return { file: statementFile, field, message }
}
