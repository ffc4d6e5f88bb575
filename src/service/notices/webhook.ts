import type { NoticeType } from './notice.ts'

/**
 * - `webhook`: signed requests. - `slack`: texts for an incoming webhook of Slack or a chat that takes the same. - `teams`: cards for a
 * workflow of Microsoft Teams. - `email`
 */
export type Sink = 'webhook' | 'slack' | 'teams' | 'email'

export const sinks = ['webhook', 'slack', 'teams', 'email'] as const satisfies readonly Sink[]

/** What follows facts in a way of its own, such as a tracker or a destination: a later thing says how. Nobody subscribes it, and it gets no notices. */
export type Follower = 'tracker' | 'destination'

export const followers = ['tracker', 'destination'] as const satisfies readonly Follower[]

export function isFollower(sink: WebhookRecord['sink']): sink is Follower {
  return followers.some((each) => each === sink)
}

/** Whether it is a chat. The URL of a chat is a secret. */
export function isChat(sink: Sink): boolean {
  return sink === 'slack' || sink === 'teams'
}

/** `each`: every notice by itself. `daily`: once a day, what there was. */
export type Rhythm = 'each' | 'daily'

export const rhythms = ['each', 'daily'] as const satisfies readonly Rhythm[]

/** - `paused`: its notices wait. - `ended`: the receiver said that it is gone for good (410). */
export type WebhookState = 'active' | 'paused' | 'ended'

/** Who paused it: a person, or days of failures. `gone`: it ended. */
export type WebhookStateReason = 'person' | 'failures' | 'gone'

/** Where notices of an organization go. */
export interface WebhookRecord {
  readonly id: string
  /** null: the program that contains the runtime gets the notices of every organization. */
  readonly organizationId: string | null
  readonly name: string
  readonly sink: Sink | Follower | 'host'
  readonly rhythm: Rhythm
  /** null: all. */
  readonly types: readonly NoticeType[] | null
  readonly details: boolean
  /** The person whose rights the details need. null: they were asked for on the machine, or nobody did. */
  readonly detailsBy: string | null
  /** The URL or the addresses, sealed; null for the program. */
  readonly sealedTarget: string | null
  /** The part of the target that is no secret. */
  readonly shownTarget: string
  /** The secret that signs; null for sinks without signatures. */
  readonly sealedSecret: string | null
  /** The one before, which signs too until `earlierUntilMs`. */
  readonly sealedEarlierSecret: string | null
  readonly earlierUntilMs: number | null
  readonly state: WebhookState
  readonly stateReason: WebhookStateReason | null
  readonly createdAtMs: number
  /** The person who made it, if known. */
  readonly createdBy: string | null
  /** Since when every attempt failed; null: the newest one did not. */
  readonly failingSinceMs: number | null
  /** Attempts in a row that failed. */
  readonly failures: number
  /** No attempt before this time. */
  readonly restsUntilMs: number
  /** The last day for which there was a digest, in the organization's time zone. */
  readonly digestDay: string | null
  /** The digest has told what was until then. */
  readonly digestedAtMs: number
}

export interface WebhookStore {
  /**
   * @param max how many the organization may have
   * @returns false if it has as many
   * @throws StoreError `NOT_FOUND` when there is no such organization
   */
  insert(webhook: WebhookRecord, max: number): Promise<boolean>
  /** Inserts what no person subscribes, if it is not there. */
  enter(webhook: WebhookRecord): Promise<void>
  find(organizationId: string, id: string): Promise<WebhookRecord | undefined>
  /** By id, which is the order of creation. */
  list(organizationId: string): Promise<WebhookRecord[]>
  /** How many were paused by failures, for the pages. */
  countFailing(organizationId: string): Promise<number>
  /**
   * @param before only while it has this secret
   * @returns false if the organization has no such webhook
   */
  update(ref: WebhookRef, changes: WebhookChanges, before?: Pick<WebhookRecord, 'sealedSecret'>): Promise<boolean>
  /**
   * Ends its details, as long as they are those of this person.
   * @returns false if they have ended, or somebody else has asked for them since
   */
  endDetails(ref: WebhookRef, detailsBy: string): Promise<boolean>
  /** With its deliveries. @returns false if the organization has no such webhook */
  delete(ref: WebhookRef): Promise<boolean>
  /** @returns false if it is not active */
  pause(ref: WebhookRef): Promise<boolean>
  /** What waited is tried again from now on. @returns false if it is not paused */
  resume(ref: WebhookRef, nowMs: number): Promise<boolean>
  /** What waits for addresses of the organization is tried now: somebody has agreed. */
  retryMail(organizationId: string, nowMs: number): Promise<void>
  /** The organization's time zone for digests; undefined: UTC. */
  findTimeZone(organizationId: string): Promise<string | undefined>
  setTimeZone(organizationId: string, timeZone: string): Promise<void>
}

export interface WebhookRef {
  readonly organizationId: string
  readonly id: string
}

export type WebhookChanges = {
  readonly [member in
    | 'name'
    | 'types'
    | 'details'
    | 'detailsBy'
    | 'rhythm'
    | 'sealedTarget'
    | 'shownTarget'
    | 'sealedSecret'
    | 'sealedEarlierSecret'
    | 'earlierUntilMs'
    | 'digestDay'
    | 'digestedAtMs']?: WebhookRecord[member] | undefined
}
