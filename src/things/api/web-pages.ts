import type { Context, Hono } from 'hono'
import type { Connection, ProvenFlow } from '../runtime/runtime.ts'
import type { BeginView, GoingOnView } from './answers/begin-page.ts'
import type { HostEnv } from './options/env.ts'
import type { HostParts } from './parts/host-parts.ts'

/** An authorization whose connection was kept. */
export type ConnectedFlow = ProvenFlow & { readonly connection: Connection }

/** The pages for people's browsers, made by `web/`. Without them, the host serves the API alone. */
export interface WebPages {
  /** Every page. Called for requests that the API does not know, as the last handler. */
  readonly routes: Hono<HostEnv>
  /** A person came back from a vendor, and the connection is made. */
  showConnected(context: Context<HostEnv>, flow: ConnectedFlow): Promise<Response>
  /** Why a browser may not begin a flow of this organization, as the answer to it. Undefined: it may. */
  refuseToBegin(context: Context<HostEnv>, organizationId: string): Promise<Response | undefined>
  /** A person followed a link that begins a flow, and has to confirm it. */
  showBeginning(context: Context<HostEnv>, view: BeginView): Promise<Response>
  /** They confirmed it, and go on to the vendor. */
  showGoingOn(context: Context<HostEnv>, view: GoingOnView): Promise<Response>
  /** They came back, or left, and there is no connection. */
  showNotConnected(context: Context<HostEnv>, error: unknown): Promise<Response>
}

export type CreatePages = (parts: HostParts) => WebPages
