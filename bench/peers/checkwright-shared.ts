import { Pool } from 'undici'
import { type OpenPeerWith, socketsMax } from '../peer.ts'
import { load, openWith } from './checkwright.ts'

/** As a host embeds `runChecks`: one dispatcher of its own for all connections. */
export const open: OpenPeerWith = async (options) => {
  const dispatcher = new Pool(options.origin, { connections: socketsMax, pipelining: 1 })
  const peer = openWith(await load(options), options, () => ({ dispatcher }))
  return { ...peer, close: () => dispatcher.close() }
}
