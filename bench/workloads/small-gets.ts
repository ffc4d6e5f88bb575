import { tokenOf } from '../fixtures.ts'
import { flights, measured, quantile } from '../meter.ts'
import { amount, type Presentation, type Workload } from '../workload.ts'

const inFlight = 64

/** W1: the cost of one request. */
export const workload: Workload = {
  limits: { concurrency: inFlight },
  async measure({ peer, share }) {
    const count = amount(20_000, share, 200)
    const latencies = new Float64Array(count)
    let sample = {}
    const work = async (index: number, get: (path: string) => Promise<unknown>) => {
      const startMs = performance.now()
      await get(`/0/small/${index}`)
      latencies[index] = performance.now() - startMs
    }
    await peer.connect({ token: tokenOf(0) }, [
      async (asker) => {
        await flights(
          amount(2_000, share, 100),
          inFlight,
          async (index) => void (await asker.get(`/0/small/w${index}`)),
        )
        const usage = await measured(() => flights(count, inFlight, (index) => work(index, asker.get)))
        sample = {
          ...usage,
          cpuUsPerRequest: (usage.cpuMs * 1000) / count,
          requestsPerS: (count * 1000) / usage.wallMs,
          p50Ms: quantile(latencies, 0.5),
          p99Ms: quantile(latencies, 0.99),
        }
      },
    ])
    return sample
  },
}

export const presentation: Presentation = {
  title: 'W1: 20,000 small authenticated GETs, 64 in flight',
  columns: [
    { key: 'cpuUsPerRequest', head: 'CPU µs/request', digits: 0 },
    { key: 'cpuUsPerRequest', head: '×', ratio: true },
    { key: 'requestsPerS', head: 'requests/s', digits: 0 },
    { key: 'p50Ms', head: 'p50 ms' },
    { key: 'p99Ms', head: 'p99 ms' },
    { key: 'p99Ms', head: '×', ratio: true },
    { key: 'peakRssMB', head: 'peak RSS MB', digits: 0 },
  ],
}
