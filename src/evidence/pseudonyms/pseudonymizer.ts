import type { CrossCheckInputs, CrossCheckInventory, CrossCheckSystem } from '../../crosscheck/define/inputs.ts'
import type { LinkTarget, StoredLink } from '../../crosscheck/define/stored-link.ts'
import type { AnyVariableValue, Resource, Waiver } from '../../define/index.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import type { KnownWords } from './known-words.ts'
import type { PseudonymTable } from './pseudonym-table.ts'

/** What stands for a text that people wrote. */
export const leftOut = 'Left out of this edition.'

/** Members that say nothing of who it is. A member that is not named in one of these lists is left out. */
const plainMembers: ReadonlySet<string> = new Set([
  ...['kind', 'status', 'emailVerified', 'administrator', 'secondFactor', 'singleSignOnOnly', 'secondFactorDemanded'],
  ...['createdAt', 'lastActiveAt', 'startsAt', 'endsAt', 'managed', 'diskEncrypted', 'screenLock', 'compliant'],
  ...['lastSeenAt', 'enrolledAt', 'active', 'expiresAt', 'lastUsedAt', 'dueAt', 'completedAt', 'acknowledgedAt'],
  ...['policyId', 'versionId'],
])
const idMembers: ReadonlySet<string> = new Set(['id', 'ssoSubject', 'managerId', 'ownerId', 'personId', 'serialNumber'])
const addressMembers: ReadonlySet<string> = new Set(['email', 'aliases', 'ownerEmail', 'personEmail'])
/** Texts that name somebody at times. */
const textMembers: ReadonlySet<string> = new Set(['roles', 'scopes', 'course', 'os', 'osVersion', 'department'])

/** Replaces ids, addresses and names in all that a cross-check judges by. Nothing that it does not know stays. */
export class Pseudonymizer {
  readonly #table: PseudonymTable
  readonly #people: KnownWords
  readonly #connectionIds: ReadonlySet<string>

  constructor(table: PseudonymTable, people: KnownWords, { systems }: Pick<CrossCheckInputs, 'systems'>) {
    this.#table = table
    this.#people = people
    this.#connectionIds = new Set(systems.map(({ connectionId }) => connectionId))
  }

  replaceInputs(inputs: CrossCheckInputs, inventoriesOf: (system: CrossCheckSystem) => readonly CrossCheckInventory[]) {
    const { organizationId, now, systems, directory, aliases, policies, variables, waivers } = inputs
    return {
      organizationId,
      now,
      systems: systems.map((system) => this.#replaceSystem(system, inventoriesOf(system))),
      directory: {
        sources: directory.sources.map(({ connectionId, covers, accountsArePeople }) => ({
          connectionId,
          covers,
          accountsArePeople,
        })),
        departures: directory.departures.map(({ personId, since }) => ({
          personId: this.replacePlace(personId),
          since,
        })),
      },
      aliases: aliases?.map(({ address, personId, actor, at, expires }) => ({
        address: this.#table.replaceAddress(address),
        personId: this.replacePlace(personId),
        actor: this.replaceActor(actor),
        reason: leftOut,
        at,
        expires,
      })),
      policies: policies?.map(({ id, name, versionId, number, publishedAt }) => ({
        id,
        name: this.replaceText(name),
        versionId,
        number,
        publishedAt,
      })),
      variables:
        variables &&
        Object.fromEntries(
          Object.entries(variables).map(([id, value]): [string, AnyVariableValue] => [
            id,
            this.#replaceVariable(value),
          ]),
        ),
      waivers: waivers?.map((waiver) => this.#replaceWaiver(waiver)),
    } satisfies CrossCheckInputs
  }

  replaceRecord(record: StoredRecord): StoredRecord {
    const members = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      const replace = this.#findReplacement(name)
      return replace && value !== undefined ? [[name, replaceTexts(value, replace)]] : []
    })
    const { unknown } = record
    const reasons = typeof unknown === 'object' && unknown !== null ? Object.keys(unknown) : []
    return {
      ...Object.fromEntries(members),
      id: this.#table.replaceId(record.id),
      unknown: reasons.length > 0 ? Object.fromEntries(reasons.map((member) => [member, leftOut])) : undefined,
    }
  }

  replaceLink({ connectionId, of, recordId, to, by, at, actor, reason, expires, despite }: StoredLink): StoredLink {
    return {
      connectionId,
      of,
      recordId: this.#table.replaceId(recordId),
      to: this.#replaceTarget(to),
      by,
      at,
      actor: actor === undefined ? undefined : this.replaceActor(actor),
      reason: reason === undefined ? undefined : leftOut,
      expires,
      despite: despite === undefined ? undefined : this.replacePlace(despite),
    }
  }

  /** The id of a person or an account: `<connection>/<id>`. Only the ids of connections that the run names stay. */
  replacePlace(id: string): string {
    if (this.#connectionIds.has(id)) return id
    const slash = id.indexOf('/')
    const connectionId = id.slice(0, Math.max(slash, 0))
    return this.#connectionIds.has(connectionId)
      ? `${connectionId}/${this.#table.replaceId(id.slice(slash + 1))}`
      : this.#table.replaceId(id)
  }

  /** The id of the resource of a result. A list of all is no person's. */
  replaceResource({ type, id }: Resource): string {
    return type === 'inventory' ? id : this.replacePlace(id)
  }

  /** Who decided something: an address or another id of a user. */
  replaceActor(actor: string): string {
    return actor.includes('@') ? this.#table.replaceAddress(actor) : this.#table.replaceName(actor)
  }

  /** A text that names nobody, as it is. */
  replaceText(text: string): string {
    return this.#people.isIn(text) ? this.#table.replaceText(text) : text
  }

  #findReplacement(member: string): ((text: string) => string) | undefined {
    if (idMembers.has(member)) return (id) => this.#table.replaceId(id)
    if (member === 'directoryId') return (id) => this.replacePlace(id)
    if (addressMembers.has(member)) return (address) => this.#table.replaceAddress(address)
    if (member === 'name') return (name) => this.#table.replaceName(name)
    if (textMembers.has(member)) return (text) => this.replaceText(text)
    return plainMembers.has(member) ? (text) => text : undefined
  }

  #replaceSystem(system: CrossCheckSystem, inventories: readonly CrossCheckInventory[]): CrossCheckSystem {
    const { connectionId, connector, name, state, lists, isFile, enforcedDomains, vouchedDomains, signsInBy, exempt } =
      system
    return {
      connectionId,
      connector: { id: connector.id, version: connector.version },
      name: this.replaceText(name),
      state,
      lists,
      isFile,
      enforcedDomains,
      vouchedDomains,
      signsInBy,
      exempt: exempt && { reason: leftOut, by: this.replaceActor(exempt.by), expires: exempt.expires, at: exempt.at },
      inventories: inventories.map(({ of, part, complete, error, readAt, tells, count, digest }) => ({
        of,
        part,
        complete,
        readAt,
        tells,
        count,
        digest,
        error: error && { kind: error.kind, code: error.code, message: leftOut },
      })),
    }
  }

  #replaceTarget(to: LinkTarget): LinkTarget {
    if (to.is === 'person') return { is: 'person', personId: this.replacePlace(to.personId) }
    return to.is === 'service' ? { is: 'service', ownerId: this.replacePlace(to.ownerId) } : { is: 'out-of-scope' }
  }

  #replaceVariable(value: AnyVariableValue): AnyVariableValue {
    if (typeof value === 'string') return this.replaceText(value)
    return Array.isArray(value) ? value.map((each) => this.replaceText(each)) : value
  }

  #replaceWaiver(waiver: Waiver): Waiver {
    const { connector, check, resource, resourceType, tag, connection, allConnections, approver, expires } = waiver
    // A pattern of everything is one of everything afterwards. Any other one means nothing any more: the results say whether that matters.
    const replaced = [resource ?? []].flat().map((id) => (/(^|\/)[*?]+$/.test(id) ? id : this.replacePlace(id)))
    const [only, ...others] = replaced
    return {
      connector,
      check,
      justification: leftOut,
      approver: this.replaceActor(approver),
      expires,
      resourceType,
      tag,
      connection,
      allConnections,
      resource: only === undefined ? undefined : others.length === 0 && !Array.isArray(resource) ? only : replaced,
    }
  }
}

function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, replace))
  // No member has members of its own, so nobody knows what they say.
  return typeof value === 'object' && value !== null ? undefined : value
}
