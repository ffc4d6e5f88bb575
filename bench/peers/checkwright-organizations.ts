import type { OpenPeerWith } from '../peer.ts'
import { openFor } from './checkwright-runtime.ts'

/** The whole product for a hundred organizations, whose fair shares are counted at each run and each socket. */
export const open: OpenPeerWith = (options) => openFor(100, options)
