import type { Problem } from '../../../errors/index.ts'

export const listKinds = ['finding', 'account', 'device', 'vulnerability'] as const

export type ListKind = (typeof listKinds)[number]

export interface DestinationSettings {
  readonly region: 'us' | 'eu' | 'apac' | 'gov'
  readonly list: ListKind
  /** What the vendor calls the place of the list. */
  readonly resource: string
  readonly clientId: string | null
}

/** A record of a list that is about to be pushed. Members that nobody could tell are not there. */
export interface PushedRecord {
  readonly id: string
  readonly name: string
  /** https, at its vendor or here. */
  readonly url: string
  /** All members, as the inventory or the finding has them. */
  readonly members: Readonly<Record<string, unknown>>
}

/** A request of a push. A dry run shows it, and the push sends it: the same bytes. */
export interface PlannedRequest {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly body: string
}

/** What becomes of a record: a resource of the vendor, nothing, or why the list cannot be pushed. */
export type Converted =
  | { readonly kind: 'resource'; readonly resource: object }
  | { readonly kind: 'left out'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly member: string }

/** How a vendor takes a whole list. Every path and member is from the vendor's description. */
export interface DestinationVendor {
  readonly name: string
  findProblems(settings: DestinationSettings): readonly Problem[]
  readOrigin(settings: DestinationSettings): string
  /** The request that exchanges the secret for a token. @default the secret is the token */
  readonly planToken?: (clientId: string, secret: string) => PlannedRequest
  convert(settings: DestinationSettings, record: PushedRecord): Converted
  /** The requests that replace the list, in order. @param push a word of its own for each attempt */
  plan(settings: DestinationSettings, resources: readonly object[], push: string): readonly PlannedRequest[]
  /** Takes back what an attempt has sent before it failed. @default there is nothing to take back */
  readonly planCancel?: (settings: DestinationSettings, push: string) => PlannedRequest
  /** What an answer of 2xx says against the push. */
  findRefusal(answer: unknown): string | undefined
}
