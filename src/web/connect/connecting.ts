import type { AnyConnector } from '../../define/index.ts'
import { clearCookie, createCookie, readCookie } from '../../host/cookies.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** As long as a flow lives, and as long again: the way back may come late, and still has to lead somewhere. */
const lifeSeconds = 1_200

type ConnectingService = Pick<Runtime, 'publicUrl' | 'connectors'>

/** What a person set out to connect. */
export interface ConnectingState {
  readonly connector: AnyConnector
  /** The connection that was to be renewed. */
  readonly connectionId: string | undefined
}

export function setConnectingCookie(
  service: ConnectingService,
  connectorId: string,
  connectionId: string | undefined,
): string {
  return createCookie(service, 'connecting', [connectorId, connectionId ?? ''].join('.'), lifeSeconds)
}

export function forgetConnecting(service: ConnectingService): string {
  return clearCookie(service, 'connecting')
}

/** For the way to try again; decides nothing, so that it need not be believed. */
export function readConnectingCookie(service: ConnectingService, request: Request): ConnectingState | undefined {
  const [, id, connectionId] =
    /^([a-z0-9-]+)\.([A-Za-z0-9-]*)$/.exec(readCookie(service, request.headers.get('cookie'), 'connecting') ?? '') ?? []
  const connector = service.connectors.find((one) => one.id === id)
  return connector && { connector, connectionId: connectionId || undefined }
}
