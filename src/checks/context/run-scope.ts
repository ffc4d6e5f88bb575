import type { AnyConnector, Check, Clock, RunEvent } from '../../define/index.ts'
import type { Ledger } from '../../http/exchanges/ledger.ts'
import type { Redactor } from '../../http/redact/redact.ts'
import type { SharedGets } from '../../http/requests/shared-gets.ts'
import type { VendorSession } from '../../http/session.ts'
import type { Judgements } from '../judgements/open-judgements.ts'
import type { RunWaivers } from '../waivers/run-waivers.ts'
import type { InventoryReader } from './inventory-reader.ts'

/** The parts that all checks of a run share. */
export interface RunScope {
  readonly connector: AnyConnector
  readonly redactor: Redactor
  readonly clock: Clock
  /** The way to the vendor. @throws CredentialError when the configuration does not suffice; nothing is sent then */
  readonly session: () => VendorSession
  readonly credentials: Readonly<Record<string, unknown>>
  /** Variables of one check: the connector's and its own. @throws CredentialError `VARIABLE_INVALID` */
  readonly variablesOf: (check: Check) => Readonly<Record<string, unknown>>
  readonly connectionId: string | undefined
  readonly organizationId: string | undefined
  readonly grantedScopes: readonly string[] | undefined
  /** The present access token; undefined if the connector is not oauth2. */
  readonly accessToken: (() => string) | undefined
  readonly now: Date
  /** Cancels the run. @default nobody can */
  readonly signal?: AbortSignal | undefined
  /** Told of what happens; undefined if nobody listens. */
  readonly emit: ((event: RunEvent) => void) | undefined
  /** The place where the session keeps its exchanges; the run ends it. @default nowhere */
  readonly ledger?: Ledger | undefined
  /** Answers come from kept exchanges. @default they come from the vendor */
  readonly isReplay?: boolean | undefined
  /** GETs that checks share; the run ends it. @default each check's are sent for it alone */
  readonly sharing?: SharedGets | undefined
  /** Reads the inventories of the connector, each once. @default there are none */
  readonly inventories?: InventoryReader | undefined
  /** Accepted exceptions. @default none */
  readonly waivers?: RunWaivers | undefined
  /** Decisions about results that need review. @default none */
  readonly judgements?: Judgements | undefined
}

/** The name of a check or inventory for its steps; undefined if a replay will never need them, or does not. */
export function nameSteps({ ledger, isReplay }: RunScope, id: string): string | undefined {
  return ledger || isReplay ? id : undefined
}
