import { CheckwrightError } from '../../errors/index.ts'
import { publicKeyOf } from '../../evidence/bundle/signer.ts'
import { type Checkpoint, openCheckpoint, signCheckpoint } from '../../evidence/log/checkpoint.ts'
import type { GrowthProof } from '../../evidence/log/growth-proof.ts'
import { computeLeafContent, type LogKind } from '../../evidence/log/log-entry.ts'
import { formatLogProof, joinHashes } from '../../evidence/log/log-proof.ts'
import type { LogHead, LogLeaf } from '../../evidence/log/log-store.ts'
import { formatVerifierKey, type NoteVerifier } from '../../evidence/log/note.ts'
import { proveConsistency, proveInclusion } from '../../evidence/log/prove.ts'
import { hashLeaf, joinNodes } from '../../evidence/log/tree.ts'
import { verifyInclusion } from '../../evidence/log/verify-proof.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound, toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { openSigner } from '../signing/signing.ts'
import { compareLog, type LogReading } from './compare-log.ts'
import { numberEntries } from './number-entries.ts'

/** The head of a log as signed text, and the key in the words of other tools. */
export interface SignedHead {
  readonly origin: string
  /** Leaves. */
  readonly size: number
  /** A C2SP signed note. Who keeps one can tell later whether anything before it was changed. */
  readonly checkpoint: string
  /** Of https://c2sp.org/signed-note: `<name>+<key id>+<key>`. */
  readonly verifierKey: string
}

/** What a checkpoint that was kept elsewhere says of the log as it is now. */
export interface LogComparison extends LogReading {
  /** Entries at the kept checkpoint. */
  readonly earlier: number
  readonly now: SignedHead
  /** The newest restore of a backup among the entries that the checkpoint had. It explains what is gone and does not excuse it. */
  readonly restored: { readonly number: number; readonly at: string } | undefined
}

/** The transparency log of an organization: what was logged cannot be changed, dropped or reordered unseen. */
export interface LogService {
  /** The log as it is now, with everything that has happened until now. */
  head(organizationId: string): Promise<SignedHead>
  /**
   * Proves that an entry is in the log, as the text of a file beside a bundle (`checkwright.log-proof/v1`).
   * @param about an entry that is not there, or whose record was destroyed, gives StoreError `NOT_FOUND`
   * @throws CheckwrightError `LOG_DAMAGED` where the entry is not the one that the log has at its place
   */
  prove(organizationId: string, about: { readonly kind: LogKind; readonly subject: string }): Promise<string>
  /**
   * Proves that the log of `to` leaves began with the log of `from` leaves, with the signed head of now if that is `to`.
   * @param range `to`: default the log as it is now
   * @throws CheckwrightError `LOG_SIZE_UNKNOWN` where it never had so many leaves; `LOG_DAMAGED` where leaves are missing
   */
  proveConsistency(
    organizationId: string,
    range: { readonly from: number; readonly to?: number | undefined },
  ): Promise<GrowthProof>
  /** Runs that began more than an hour ago and have no end, by number. */
  listUnended(
    organizationId: string,
    page: { readonly from?: number | undefined; readonly limit: number },
  ): Promise<readonly LogLeaf[]>
  /**
   * Proves that the log of now began with the log of a checkpoint that somebody kept.
   * @throws CheckwrightError `LOG_CHECKPOINT_INVALID` and `LOG_SIZE_UNKNOWN`, as of the others
   */
  proveGrowth(organizationId: string, checkpoint: string): Promise<GrowthProof>
  /**
   * Compares the log with a checkpoint that somebody kept.
   * @throws CheckwrightError `LOG_CHECKPOINT_INVALID` for a text that no key of this service signed as a checkpoint of this log
   */
  compare(organizationId: string, checkpoint: string): Promise<LogComparison>
}

type LogParts = Uses<'log' | 'signingKeys', 'vault' | 'clock' | 'options'>

const unendedMs = 3_600_000

export function createLogService(parts: LogParts): Declared<LogService> {
  const { store, clock } = parts
  const findHead = async (organizationId: string): Promise<LogHead> => {
    await numberEntries(parts, organizationId)
    return requireFound(await store.log.findHead(organizationId), 'log of that organization')
  }
  const sign = async ({ origin, size, nodes }: LogHead) => {
    const signer = await openSigner(parts)
    const checkpoint = await signCheckpoint({ origin, size, root: joinNodes(nodes) }, signer)
    return {
      origin,
      size,
      checkpoint,
      verifierKey: formatVerifierKey({ name: origin, key: publicKeyOf(signer.publicKey) }),
    }
  }
  const openNote = async (note: string, { origin }: LogHead): Promise<Checkpoint> => {
    const earlier = await openCheckpoint(note, await listVerifiers(parts, origin))
    if (earlier) return earlier
    throw new CheckwrightError(
      `This is not a checkpoint of the log ${origin}, signed by a key of this service. Give the text as it was kept, with its last line.`,
      { code: 'LOG_CHECKPOINT_INVALID' },
    )
  }
  const proveRange = async (
    organizationId: string,
    head: LogHead,
    from: number,
    to = head.size,
  ): Promise<GrowthProof> => {
    if (from > to || to > head.size)
      throw new CheckwrightError(
        `The log has ${head.size} entries. It cannot prove what it was with ${Math.max(from, to)}: entries are missing, or the checkpoint is of another log.`,
        { code: 'LOG_SIZE_UNKNOWN' },
      )
    const hashes = await proveConsistency(from, to, store.log.openNodes(organizationId))
    const { checkpoint } = to === head.size ? await sign(head) : {}
    return { from, to, hashes: joinHashes(hashes), checkpoint }
  }
  return {
    head: { read: async (organizationId) => sign(await findHead(organizationId)) },
    prove: {
      read: async (organizationId, about) => {
        const head = await findHead(organizationId)
        const leaf = requireFound(await store.log.findLeaf(organizationId, about), 'entry in the log about this')
        const record = requireFound(leaf.record ?? undefined, 'record of this entry, because it was destroyed')
        const hashes = await proveInclusion(leaf.number, head.size, store.log.openNodes(organizationId))
        const root = joinNodes(head.nodes)
        if (!verifyInclusion(hashLeaf(computeLeafContent(record)), leaf.number, { size: head.size, root }, hashes))
          throw new CheckwrightError(
            `Entry ${leaf.number} is not the one that the log has there: the store was changed. Compare the log with a checkpoint that was kept.`,
            { code: 'LOG_DAMAGED' },
          )
        const { checkpoint } = await sign(head)
        return formatLogProof({ number: leaf.number, record }, hashes, checkpoint)
      },
    },
    proveConsistency: {
      read: async (organizationId, { from, to }) =>
        proveRange(organizationId, await findHead(organizationId), from, to),
    },
    proveGrowth: {
      read: async (organizationId, note) => {
        const head = await findHead(organizationId)
        return proveRange(organizationId, head, (await openNote(note, head)).size)
      },
    },
    compare: {
      read: async (organizationId, note) => {
        const head = await findHead(organizationId)
        const earlier = await openNote(note, head)
        const restore = { kind: 'store.restored', subject: 'store', below: earlier.size } as const
        const restored = await store.log.findLeaf(organizationId, restore)
        return {
          ...(await compareLog(store.log, organizationId, earlier, head)),
          earlier: earlier.size,
          now: await sign(head),
          restored: restored && { number: restored.number, at: toIsoTime(restored.atMs) },
        }
      },
    },
    listUnended: {
      read: async (organizationId, { from = 0, limit }) => {
        await numberEntries(parts, organizationId)
        return store.log.listUnended(organizationId, { from, limit, beforeMs: clock.nowMs() - unendedMs })
      },
    },
  }
}

/** A checkpoint that was kept long ago may be signed by an older key. */
async function listVerifiers({ store, options }: LogParts, name: string): Promise<readonly NoteVerifier[]> {
  const own = (await store.signingKeys.list()).map(({ publicKey }) => publicKeyOf(Buffer.from(publicKey, 'base64')))
  const keys = options.signer ? [...own, publicKeyOf(options.signer.publicKey)] : own
  return keys.map((key) => ({ name, key }))
}
