import { tokenOf } from '../fixtures.ts'
import { flights, measured } from '../meter.ts'
import type { OpenPeer } from '../peer.ts'
import { amount, type Presentation, type Workload } from '../workload.ts'

const atOnce = 32
const requestsEach = 5

/** W5: many customers with few requests each; 32 connections at a time, their requests one after the other. */
export const workload: Workload = {
  async measure({ peer, share }) {
    const count = amount(1_000, share, 20)
    const warmUp = amount(50, share, 10)
    const connections = Array.from({ length: warmUp + count }, (_, index) => ({ token: tokenOf(index) }))
    await peer.prepare?.(connections)
    await flights(warmUp, atOnce, (index) => visit(peer, index))
    const usage = await measured(() => flights(count, atOnce, (index) => visit(peer, warmUp + index)))
    return {
      ...usage,
      cpuMsPerConnection: usage.cpuMs / count,
      connectionsPerS: (count * 1000) / usage.wallMs,
    }
  },
}

async function visit(peer: OpenPeer, connection: number): Promise<void> {
  await peer.connect({ token: tokenOf(connection) }, [
    async (asker) => {
      for (let index = 0; index < requestsEach; index++) {
        const answer = await asker.get(`/0/small/${connection}-${index}`)
        asker.verdict?.(String(index), (answer as { readonly enabled: boolean }).enabled)
      }
    },
  ])
}

export const presentation: Presentation = {
  title: 'W5: 1,000 connections × 1 check × 5 requests, 32 connections at a time',
  columns: [
    { key: 'cpuMsPerConnection', head: 'CPU ms/connection', digits: 2 },
    { key: 'cpuMsPerConnection', head: '×', ratio: true },
    { key: 'connectionsPerS', head: 'connections/s', digits: 0 },
    { key: 'peakRssMB', head: 'peak RSS MB', digits: 0 },
    { key: 'peakRssMB', head: '×', ratio: true },
    { key: 'socketsOpened', head: 'sockets', digits: 0 },
  ],
}
