import { createHash, randomBytes } from 'node:crypto'
import type { JsonValue } from '../../define/index.ts'
import { toCanonicalLine } from '../../inventory/canonical-json.ts'
import { hashBytes } from './hash-bytes.ts'

/** What a log says happened. `links.changed` is one change of any number of links between accounts and people. */
export type LogKind =
  | 'run.began'
  | 'run.ended'
  | 'waiver.made'
  | 'waiver.revoked'
  | 'judgement.made'
  | 'judgement.withdrawn'
  | 'links.changed'
  | 'review.made'
  | 'review.ended'
  | 'review.followed'
  | 'store.restored'

export const logKinds = [
  ...(['run.began', 'run.ended', 'waiver.made', 'waiver.revoked'] as const),
  ...(['judgement.made', 'judgement.withdrawn', 'links.changed'] as const),
  ...(['review.made', 'review.ended', 'review.followed', 'store.restored'] as const),
] as const satisfies readonly LogKind[]

/** Something that a log takes down, in the transaction in which it happens. */
export interface LogEvent {
  readonly kind: LogKind
  readonly organizationId: string
  /** Id of the run, waiver, judgement or review; for links the number of the change. */
  readonly subject: string
  readonly atMs: number
  /** Said in the record: ids, words and digests; no names, no addresses. @default none */
  readonly facts?: Readonly<Record<string, JsonValue>> | undefined
  /** Not said, but bound to the record by a salted digest. @default nothing */
  readonly content?: object | undefined
}

/** The members of a record, in this order. */
export interface LogRecord {
  readonly schema: typeof logSchema
  readonly id: string
  readonly kind: LogKind
  /** ISO 8601 */
  readonly at: string
  readonly subject: string
  /** 128 random bits as base64url, so that nobody finds a record by trying. */
  readonly salt: string
  readonly facts?: Readonly<Record<string, JsonValue>> | undefined
  /** SHA-256 of the salt, a line feed and the content as canonical JSON. */
  readonly content?: string | undefined
}

export const logSchema = 'checkwright.log/v1'

/** The record of an event, as the text whose digest the log keeps for ever. */
export function formatLogRecord(id: string, { kind, subject, atMs, facts, content }: LogEvent): string {
  const salt = randomBytes(16).toString('base64url')
  const record: LogRecord = {
    schema: logSchema,
    id,
    kind,
    at: new Date(atMs).toISOString(),
    subject,
    salt,
    facts,
    content: content && computeContentDigest(salt, content),
  }
  return JSON.stringify(record)
}

/** SHA-256 of the salt, a line feed and the content as canonical JSON; lowercase hexadecimal. */
function computeContentDigest(salt: string, content: object): string {
  return createHash('sha256').update(`${salt}\n`).update(toCanonicalLine(content)).digest('hex')
}

/** What the leaf of a record holds: SHA-256 of its text. Without the text nobody can tell what it was. */
export function computeLeafContent(record: string): Uint8Array {
  return hashBytes(new TextEncoder().encode(record))
}
