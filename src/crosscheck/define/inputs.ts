import type { AnyVariableValue, ErrorKind, InventoryKind, Waiver } from '../../define/index.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import type { Directory } from './directory.ts'
import type { ConfirmedAlias, StoredLink } from './stored-link.ts'

/** What the organization keeps of its people itself, where others have a vendor's list. */
export type OwnKind = 'acknowledgement'

/** What a list that cross-checks read has. */
export type ListedKind = InventoryKind | OwnKind

/** A policy of which a version holds. */
export interface CrossCheckPolicy {
  readonly id: string
  readonly name: string
  /** Of the version that holds, with its number. */
  readonly versionId: string
  readonly number: number
  /** When it was published, ISO 8601. */
  readonly publishedAt: string
}

/** A reading of one list of a connection: the newest one, complete or not. */
export interface CrossCheckInventory {
  readonly of: ListedKind
  readonly part?: string | undefined
  /** Whether everything was seen that it covers. */
  readonly complete: boolean
  /** Why it is not complete. */
  readonly error?: { readonly kind: ErrorKind; readonly code: string; readonly message: string } | undefined
  /** When reading began, ISO 8601. Of a file: its date. */
  readonly readAt: string
  /** Members that the list can tell. */
  readonly tells: readonly string[]
  readonly count: number
  /** SHA-256 of its canonical lines, hexadecimal. */
  readonly digest: string
}

/** An admin has taken something out of the cross-checks. */
export interface Exemption {
  readonly reason: string
  readonly by: string
  /** Last day on which it is valid, to the end of that day in UTC. At most a year after `at`. */
  readonly expires: string
  /** ISO 8601. */
  readonly at: string
}

/** One connection of the organization, or a file of people in its place. */
export interface CrossCheckSystem {
  /** Letters, digits and `-`, as ids of connections are. */
  readonly connectionId: string
  readonly connector: { readonly id: string; readonly version: string }
  /** As people call it: "GitHub (acme)". */
  readonly name: string
  readonly state: 'connected' | 'disconnected'
  /** Lists that its connector can read at all. */
  readonly lists: readonly InventoryKind[]
  /** A file that people upload: it may be up to 35 days old. */
  readonly isFile?: true | undefined
  /** Domains of the organization in which this vendor lets nobody but its members have addresses. */
  readonly enforcedDomains?: readonly string[] | undefined
  /** Domains of the organization for which an admin takes the word of this vendor, which has not said whether it verified addresses. */
  readonly vouchedDomains?: readonly string[] | undefined
  /** The connection of the identity provider that people sign in by. */
  readonly signsInBy?: string | undefined
  readonly exempt?: Exemption | undefined
  readonly inventories: readonly CrossCheckInventory[]
}

/** All that a cross-check judges by, as `run.json` keeps it. Records and links are beside it. */
export interface CrossCheckInputs {
  readonly organizationId: string
  /** ISO 8601. */
  readonly now: string
  readonly systems: readonly CrossCheckSystem[]
  readonly directory: Directory
  readonly aliases?: readonly ConfirmedAlias[] | undefined
  /** Of a cross-check that needs them. Who has acknowledged them is a list beside it. */
  readonly policies?: readonly CrossCheckPolicy[] | undefined
  readonly variables?: { readonly [id: string]: AnyVariableValue } | undefined
  readonly waivers?: readonly Waiver[] | undefined
}

/** Items in pieces, because a step of its own for each of very many costs more than judging it. */
export type Pieces<T> = AsyncIterable<readonly T[]> | Iterable<readonly T[]>

/** The parts of the inputs that do not have to fit into memory. Both can be read more than once. */
export interface CrossCheckSource {
  /** Records of an inventory in the order of their ids (UTF-16 code units), each id once. */
  records(connectionId: string, inventory: CrossCheckInventory): Pieces<StoredRecord>
  /** Links of the records of one kind of a connection, in the order of the ids of the records, each id once. */
  links(connectionId: string, of: StoredLink['of']): Pieces<StoredLink>
}

/** Gathers items into pieces. */
export async function* cutPieces<T>(
  items: AsyncIterable<T>,
  length = pieceLength,
): AsyncGenerator<readonly T[], void, undefined> {
  let piece: T[] = []
  for await (const item of items)
    if (piece.push(item) === length) {
      yield piece
      piece = []
    }
  if (piece.length > 0) yield piece
}

const pieceLength = 100

/** Hours that a reading may be old, unless the variable says otherwise, and at most. */
export const maxAgeHoursDefault = 48
export const maxAgeHoursMax = 168
/** Days that a file of people may be old. */
export const maxFileAgeDays = 35
