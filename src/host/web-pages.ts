import type { Context, Hono } from 'hono'
import type { Connection } from '../runtime/runtime.ts'
import type { BeginView, GoingOnView } from './answers/begin-page.ts'
import type { HostEnv } from './env.ts'
import type { HostParts } from './host-parts.ts'

/** What people's browsers are shown; `web/` makes it, and without it there is the API alone. */
export interface WebPages {
  /** Every page. Asked for what the API does not know, and has the last word. */
  readonly routes: Hono<HostEnv>
  /** A person came back from a vendor, and the connection is made. */
  showConnected(context: Context<HostEnv>, connection: Connection): Promise<Response>
  /** Why a browser may not begin a flow of this organization, as the answer to it; undefined: it may. */
  refuseToBegin(context: Context<HostEnv>, organizationId: string): Promise<Response | undefined>
  /** A person followed a link that begins a flow, and has to confirm it. */
  showBeginning(context: Context<HostEnv>, view: BeginView): Promise<Response>
  /** They confirmed it, and go on to the vendor. */
  showGoingOn(context: Context<HostEnv>, view: GoingOnView): Promise<Response>
  /** They came back, or set out, and there is none. */
  showNotConnected(context: Context<HostEnv>, error: unknown): Promise<Response>
}

export type CreatePages = (parts: HostParts) => WebPages
