import * as z from 'zod/mini'
import { parseJson } from '../../text/parse-json.ts'
import { type Checkpoint, findCheckpoint, openCheckpoint } from './checkpoint.ts'
import { splitHashes } from './log-proof.ts'
import type { NoteVerifier } from './note.ts'
import { verifyConsistency } from './verify-proof.ts'

/** That a log began with all that it had at an earlier time: the answer of the API, and a file. */
export interface GrowthProof {
  /** Entries at the earlier time. */
  readonly from: number
  /** Entries at the later time. */
  readonly to: number
  /** By `proveConsistency`, base64 of all hashes one after the other. */
  readonly hashes: string
  /** The signed head of the later time; it is missing where that is not the present. */
  readonly checkpoint?: string | undefined
}

/** What two checkpoints and the proof between them show. */
export type Growth =
  | { readonly outcome: 'grown'; readonly earlier: Checkpoint; readonly now: Checkpoint }
  /** The later one has fewer entries; or it does not have those of the earlier one; or it is of another log. */
  | { readonly outcome: 'older' | 'forked' | 'another'; readonly earlier: Checkpoint; readonly now: Checkpoint }
  /** Not of this form; or no trusted key signed one of the two. */
  | { readonly outcome: 'unreadable' | 'kept-unsigned' | 'now-unsigned' }

/**
 * Compares two checkpoints of a log, without the log.
 * @param earlier the note, or JSON with it
 * @param proof text of a {@link GrowthProof}
 * @param verifiersOf the trusted keys for a log of this name
 */
export async function verifyGrowth(
  earlier: string,
  proof: string,
  verifiersOf: (origin: string) => readonly NoteVerifier[],
): Promise<Growth> {
  const read = proofSchema.safeParse(parseJson(proof))
  const hashes = read.success ? splitHashes(read.data.hashes) : undefined
  if (!read.success || hashes === undefined) return { outcome: 'unreadable' }
  const open = (note: string) => {
    const [origin = ''] = note.split('\n', 1)
    return openCheckpoint(note, verifiersOf(origin))
  }
  const [then, now] = [await open(findCheckpoint(earlier)), await open(read.data.checkpoint)]
  if (then === undefined) return { outcome: 'kept-unsigned' }
  if (now === undefined) return { outcome: 'now-unsigned' }
  const outcome = ((): 'grown' | 'older' | 'forked' | 'another' => {
    if (now.origin !== then.origin) return 'another'
    if (now.size < then.size) return 'older'
    return verifyConsistency(then, now, hashes) ? 'grown' : 'forked'
  })()
  return { outcome, earlier: then, now }
}

const proofSchema = z.object({ from: z.int(), to: z.int(), hashes: z.string(), checkpoint: z.string() })
