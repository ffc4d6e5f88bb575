import { readFlowKey, toFlowKey } from '../../../auth/oauth/state.ts'
import type { AnyConnector } from '../../../define/index.ts'
import { clearCookie, createCookie, readCookie } from '../../api/options/cookies.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** Twice the time of a flow, because a late return still needs a page to lead to. */
const lifeSeconds = 1_200

type ConnectingService = Pick<Runtime, 'publicUrl' | 'connectors'>

/** What a person set out to connect. */
export interface ConnectingState {
  readonly connector: AnyConnector
  /** The connection to renew. */
  readonly connectionId: string | undefined
}

export function setConnectingCookie(
  service: ConnectingService,
  binding: string,
  connectorId: string,
  connectionId: string | undefined,
): string {
  const value = [connectorId, connectionId ?? ''].join('.')
  return createCookie(service, { name: 'connecting', flow: readFlowKey(binding) }, value, lifeSeconds)
}

export function forgetConnecting(service: ConnectingService, state: string): string {
  return clearCookie(service, { name: 'connecting', flow: toFlowKey(state) })
}

/** For the link to try again. It decides nothing, so it need not be trusted. */
export function readConnectingCookie(
  service: ConnectingService,
  request: Request,
  state: string | undefined,
): ConnectingState | undefined {
  if (state === undefined) return undefined
  const value = readCookie(service, request.headers.get('cookie'), { name: 'connecting', flow: toFlowKey(state) }) ?? ''
  const [, id, connectionId] = /^([a-z0-9-]+)\.([A-Za-z0-9-]*)$/.exec(value) ?? []
  const connector = service.connectors.find((one) => one.id === id)
  return connector && { connector, connectionId: connectionId || undefined }
}
