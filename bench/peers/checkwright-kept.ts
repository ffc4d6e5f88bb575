import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenPeerWith } from '../peer.ts'
import { load, openWith } from './checkwright.ts'

/** Every feature on: each exchange is redacted and kept in the run's file, so that its verdicts can be replayed. */
export const open: OpenPeerWith = async (options) => {
  const folder = await mkdtemp(join(tmpdir(), 'checkwright-bench-'))
  const peer = openWith(await load(options), options, ({ token }) => ({
    exchanges: { file: join(folder, `${token}.ndjson`) },
  }))
  return { ...peer, close: () => rm(folder, { recursive: true }) }
}
