import type { ConfirmedAlias } from '../../crosscheck/define/stored-link.ts'
import type { AliasRecord, LinkFilter, LinkRecord } from '../../crosscheck/links/link-store.ts'
import { isInForce, isLinkInForce } from '../../crosscheck/people/is-in-force.ts'
import { formatEmailAddress, parseEmailAddress } from '../../inventory/email-address.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import type { Declared } from '../parts/declared-service.ts'
import { toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { createLinkError, demandPersonId, type LinkInput, linksAtOnceMax, toLinkRecord } from './link-input.ts'
import type { InputParts } from './load-inputs.ts'
import { refreshDirectory } from './refresh-directory.ts'
import { openAliasAddress, sealAliasAddress } from './seal-alias.ts'
import { demandLastDay, demandReason } from './system-input.ts'

/** A link, and whether it holds. */
export interface AccountLink extends LinkRecord {
  /** `ended`: it was revoked, or another one is in its place. */
  readonly state: 'holds' | 'expired' | 'ended'
}

/** A further address of a person that an admin has confirmed. */
export interface PersonAlias extends ConfirmedAlias {
  readonly id: string
  readonly state: 'holds' | 'expired'
}

/** A further address that somebody confirms. */
export interface AliasInput {
  readonly organizationId: string
  readonly address: string
  readonly personId: string
  readonly reason: string
  /** Last day on which it holds, at most a year ahead. */
  readonly expires: string
  /** Who confirms it, for people. */
  readonly actor: string
}

/** A link or an address to end. */
export interface LinkRef {
  readonly id: string
  readonly organizationId: string
  /** Who ends it, for people. */
  readonly actor: string
}

/** Whose accounts are, with who or what says so. */
export interface AccountLinkService {
  /** The newest first. */
  list(filter: LinkFilter): Promise<readonly AccountLink[]>
  get(ref: { readonly id: string; readonly organizationId: string }): Promise<AccountLink | undefined>
  /** Replaces the link of the account. @throws CheckwrightError `LINK_INVALID` */
  create(input: LinkInput & { readonly organizationId: string; readonly actor: string }): Promise<AccountLink>
  /** Several at once, or none of them. @throws as `create` */
  createAll(input: {
    readonly organizationId: string
    readonly links: readonly LinkInput[]
    readonly actor: string
  }): Promise<readonly AccountLink[]>
  /** From now on it does not hold. @returns false if there is no such link that was not ended */
  revoke(ref: LinkRef): Promise<boolean>
  /** Those that were not revoked, in the order in which they were confirmed. */
  listAliases(of: { readonly organizationId: string }): Promise<readonly PersonAlias[]>
  /** @throws CheckwrightError `LINK_INVALID` */
  confirmAlias(input: AliasInput): Promise<PersonAlias>
  /** @returns false if there is no such address that was not revoked */
  revokeAlias(ref: LinkRef): Promise<boolean>
  /**
   * Stores the links that follow for sure from what was read, and since when people are gone. Cross-checks do it before each run.
   * @returns how many links it has stored
   */
  refresh(of: { readonly organizationId: string }): Promise<number>
}

/** Everybody who uses the directory reads all of them. */
const aliasesMax = 5_000

export type LinkParts = InputParts & Uses<'organizations', 'clock'>

export function createAccountLinkService(parts: LinkParts): Declared<AccountLinkService> {
  const { store, clock } = parts
  const createAll = async (organizationId: string, links: readonly LinkInput[], actor: string) => {
    if (links.length === 0 || links.length > linksAtOnceMax)
      throw createLinkError(`Decide about 1 to ${linksAtOnceMax} accounts at once.`)
    const records: LinkRecord[] = []
    for (const link of links) records.push(await toLinkRecord(parts, organizationId, link, actor))
    const places = new Set(
      records.map(({ connectionId, of, recordId }) => JSON.stringify([connectionId, of, recordId])),
    )
    if (places.size < records.length) throw createLinkError('An account is decided about twice. Name each once.')
    await store.accountLinks.put(organizationId, records)
    return records.map((record) => withState(record, clock.nowMs()))
  }
  return {
    list: {
      read: async (filter) => (await store.accountLinks.list(filter)).map((link) => withState(link, clock.nowMs())),
    },
    get: {
      read: async ({ id, organizationId }) => {
        const link = await store.accountLinks.find(id, organizationId)
        return link && withState(link, clock.nowMs())
      },
    },
    create: {
      change: async ({ organizationId, actor, ...link }) => {
        const [made] = await createAll(organizationId, [link], actor)
        return made as AccountLink
      },
      audit: { action: 'account_link.create', fields: ({ actor: _, ...link }) => link },
    },
    createAll: {
      change: ({ organizationId, links, actor }) => createAll(organizationId, links, actor),
      audit: {
        action: 'account_link.create',
        fields: ({ links }) => Object.assign({}, ...links),
        target: (made) => made.map(({ id }) => id).join(' '),
      },
    },
    revoke: {
      change: ({ actor, ...ref }) => store.accountLinks.end(ref, { atMs: clock.nowMs(), by: actor }),
      audit: { action: 'account_link.revoke', status: toStatus },
    },
    listAliases: {
      read: async ({ organizationId }) => {
        const aliases = await store.accountLinks.listAliases(organizationId)
        return Promise.all(aliases.map((alias) => openAlias(parts, alias)))
      },
    },
    confirmAlias: {
      change: async (input) => openAlias(parts, await insertAlias(parts, input)),
      audit: { action: 'account_link.create', fields: ({ actor: _, ...input }) => input },
    },
    revokeAlias: {
      change: ({ actor, ...ref }) => store.accountLinks.endAlias(ref, { atMs: clock.nowMs(), by: actor }),
      audit: { action: 'account_link.revoke', status: toStatus },
    },
    refresh: {
      change: async ({ organizationId }) => {
        const { linksStored } = await refreshDirectory(parts, organizationId, { nowMs: clock.nowMs() })
        return linksStored
      },
      audit: { unaudited: 'Each link says what it rests on, and nobody decided anything.' },
    },
  }
}

const toStatus = (isDone: boolean) => (isDone ? 200 : 404)

function withState(link: LinkRecord, nowMs: number): AccountLink {
  const state = link.endedAtMs !== null ? 'ended' : isLinkInForce(link, nowMs) ? 'holds' : 'expired'
  return { ...link, state }
}

async function insertAlias(parts: LinkParts, input: AliasInput): Promise<AliasRecord> {
  const { store, vault, clock } = parts
  const { organizationId, personId, actor } = input
  const parsed = parseEmailAddress(input.address)
  const address = parsed && formatEmailAddress(parsed)
  if (address === undefined || address.length > 320) throw createLinkError('The address is no e-mail address.')
  demandPersonId(
    personId,
    (await store.directorySources.list(organizationId)).map(({ id }) => id),
  )
  const nowMs = clock.nowMs()
  const place = { id: createTimeId(), organizationId }
  const alias: AliasRecord = {
    ...place,
    personId,
    actor,
    createdAtMs: nowMs,
    endedAtMs: null,
    endedBy: null,
    sealedAddress: await sealAliasAddress(vault, place, address),
    reason: demandReason(input.reason, createLinkError),
    expires: demandLastDay(input.expires, nowMs, createLinkError),
  }
  if (!(await store.accountLinks.insertAlias(alias, aliasesMax)))
    throw createLinkError(`The organization has ${aliasesMax} confirmed addresses, which is the most.`)
  return alias
}

async function openAlias({ vault, clock }: LinkParts, alias: AliasRecord): Promise<PersonAlias> {
  const { id, personId, actor, reason, expires } = alias
  const at = toIsoTime(alias.createdAtMs)
  const state = isInForce({ expires, at }, clock.nowMs()) ? 'holds' : 'expired'
  return { id, personId, actor, reason, expires, at, state, address: await openAliasAddress(vault, alias) }
}
