import type { CrossCheckInputs, CrossCheckSystem } from '../../../crosscheck/define/inputs.ts'
import type { StoredLink } from '../../../crosscheck/define/stored-link.ts'
import type { HistoryAccount, HistoryDevice, Human, OrganizationHistory } from './history.ts'

/** A record as a list shows it, which sabotage may change. */
export type ShownRecord = { id: string; [member: string]: unknown }

/**
 * An organization of which you know what happened, and what its systems show of that. Change `records`, `links` and `inputs` as you
 * like: `history` and what it means stay the same.
 */
export interface KnownOrganization {
  /** What cross-checks judge by. Its `systems` are those below. */
  inputs: { -readonly [Member in keyof CrossCheckInputs]: CrossCheckInputs[Member] }
  readonly systems: { -readonly [Member in keyof CrossCheckSystem]: CrossCheckSystem[Member] }[]
  /** What lists show, by connection and list: `app3/account`, `hris/person`. */
  readonly records: Map<string, ShownRecord[]>
  /** What the service had stored by then, and what admins had decided. */
  links: StoredLink[]
  /** What each account really is, by `<connection>/<id>`. */
  readonly truth: Map<string, HistoryAccount>
  /** The same for devices. */
  readonly devices: Map<string, HistoryDevice>
  /** Whom each record of a person is of, by `<connection>/<id>`. */
  readonly humans: Map<string, Human>
  /** What really happened. */
  readonly history: OrganizationHistory
}

export const personnelId = 'hris'
export const contractorsId = 'contractors'
export const devicesId = 'mdm'
export const trainingId = 'lms'
export const policiesId = 'policies'
/** The systems with accounts, by their numbers. */
export const toSystemId = (system: number) => (system === 0 ? 'idp' : `app${system}`)
