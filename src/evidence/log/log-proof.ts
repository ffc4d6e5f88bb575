import * as z from 'zod/mini'
import { decodeBase64, encodeBase64 } from '../../text/base64.ts'
import { joinBytes } from '../../text/join-bytes.ts'
import { parseJson } from '../../text/parse-json.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import { computeLeafContent, type LogRecord, logKinds, logSchema } from './log-entry.ts'
import { isKeyName, type NoteVerifier } from './note.ts'
import { type Hash, hashLeaf } from './tree.ts'
import { verifyInclusion } from './verify-proof.ts'

/** That a log holds a record; the file beside a bundle (`<bundle>.proof.json`). */
export interface LogProof {
  readonly schema: typeof logProofSchema
  /** The record's place, from 0. */
  readonly number: number
  /** The text of the record, byte for byte. */
  readonly record: string
  /** By `proveInclusion`, base64 of all hashes one after the other. */
  readonly hashes: string
  /** The signed head of the log that has the record. */
  readonly checkpoint: string
}

export const logProofSchema = 'checkwright.log-proof/v1'

/** What a proof shows. */
export interface ProvenRecord extends Checkpoint {
  readonly number: number
  readonly record: LogRecord
}

/** The place of a bundle's proof. @param bundle folder or zip */
export function toProofFile(bundle: string): string {
  return `${bundle.replace(/[\\/]+$/, '')}.proof.json`
}

/** Why a proof shows nothing. */
export type ProofProblem =
  /** It is not a file of this form. */
  | 'unreadable'
  /** No trusted key signed its checkpoint, or the checkpoint was changed. */
  | 'unsigned'
  /** The log that was signed does not have this record at this place. */
  | 'not-in-log'

/**
 * Whether a trusted log has the record.
 * @param verifiersOf the trusted keys for a log of this name
 */
export async function verifyLogProof(
  text: string,
  verifiersOf: (origin: string) => readonly NoteVerifier[],
): Promise<ProvenRecord | ProofProblem> {
  const proof = parseLogProof(text)
  const record = proof && parseLogRecord(proof.record)
  if (proof === undefined || record === undefined) return 'unreadable'
  const [origin = ''] = proof.checkpoint.split('\n', 1)
  const head = isKeyName(origin) ? await openCheckpoint(proof.checkpoint, verifiersOf(origin)) : undefined
  if (head?.origin !== origin) return 'unsigned'
  const leaf = hashLeaf(computeLeafContent(proof.record))
  const isInside = verifyInclusion(leaf, proof.number, head, splitHashes(proof.hashes) ?? [])
  return isInside ? { ...head, number: proof.number, record } : 'not-in-log'
}

export function formatLogProof(
  { number, record }: Pick<LogProof, 'number' | 'record'>,
  hashes: readonly Hash[],
  checkpoint: string,
): string {
  const proof: LogProof = { schema: logProofSchema, number, record, hashes: joinHashes(hashes), checkpoint }
  return `${JSON.stringify(proof, null, 2)}\n`
}

/** base64 of all hashes, one after the other. */
export function joinHashes(hashes: readonly Hash[]): string {
  return encodeBase64(joinBytes(hashes))
}

/** @returns undefined for anything but whole hashes */
export function splitHashes(text: string): readonly Hash[] | undefined {
  const bytes = decodeBase64(text)
  if (bytes === undefined || bytes.byteLength % 32 !== 0 || bytes.byteLength > 64 * 32) return undefined
  return Array.from({ length: bytes.byteLength / 32 }, (_, index) => bytes.subarray(index * 32, (index + 1) * 32))
}

/** @returns undefined for another form */
export function parseLogRecord(text: string): LogRecord | undefined {
  try {
    const read = recordSchema.safeParse(parseJson(text))
    return read.success ? read.data : undefined
  } catch {
    // Facts that are nested deeper than a stack is.
    return undefined
  }
}

function parseLogProof(text: string): LogProof | undefined {
  const value = parseJson(text)
  const read = proofSchema.safeParse(value)
  return read.success && splitHashes(read.data.hashes) !== undefined ? read.data : undefined
}

const recordSchema = z.object({
  schema: z.literal(logSchema),
  kind: z.enum(logKinds),
  id: z.string(),
  at: z.string(),
  subject: z.string(),
  salt: z.string(),
  facts: z.exactOptional(z.record(z.string(), z.json())),
  content: z.exactOptional(z.string()),
})

const proofSchema = z.object({
  schema: z.literal(logProofSchema),
  number: z.int(),
  record: z.string(),
  hashes: z.string(),
  checkpoint: z.string(),
})
