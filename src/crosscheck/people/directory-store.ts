import type { Departure, DirectorySource } from '../define/directory.ts'
import type { Exemption } from '../define/inputs.ts'

/** A source of the directory of an organization: a connection, or a file of people. */
export interface StoredSource {
  /** Of a connection: its id. */
  readonly id: string
  readonly organizationId: string
  /** What people call the file; null: it is a connection. */
  readonly fileName: string | null
  readonly covers: DirectorySource['covers']
  readonly accountsArePeople: boolean
  readonly createdAtMs: number
}

/** What cross-checks have to know of a connection that no vendor says. */
export interface SystemSettings {
  readonly connectionId: string
  /** Domains of the organization in which the vendor lets nobody but its members have addresses. */
  readonly enforcedDomains: readonly string[]
  /** The connection of the identity provider that people sign in by; null: nobody has said. */
  readonly signsInBy: string | null
  /** null: it takes part in cross-checks. */
  readonly exempt: Exemption | null
}

export interface DirectorySourceStore {
  /** In their order. */
  list(organizationId: string): Promise<readonly StoredSource[]>
  /** Replaces all of them. What was imported into a file that is not among them goes with it. @throws StoreError `NOT_FOUND` */
  replace(organizationId: string, sources: readonly StoredSource[]): Promise<void>
  listSystems(organizationId: string): Promise<readonly SystemSettings[]>
  /** @throws StoreError `NOT_FOUND` when the organization has no such connection */
  putSystem(organizationId: string, settings: SystemSettings): Promise<void>
  listDepartures(organizationId: string): Promise<readonly Departure[]>
  /** Replaces all of them. */
  replaceDepartures(organizationId: string, departures: readonly Departure[]): Promise<void>
  /** Counts up with every change of sources, systems, imported people, links and departures. */
  readVersion(organizationId: string): Promise<number>
}
