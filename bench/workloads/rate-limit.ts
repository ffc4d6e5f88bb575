import { tokenOf } from '../fixtures.ts'
import { flights, measured } from '../meter.ts'
import type { Presentation, Workload } from '../workload.ts'

const inFlight = 64
const requests = 1_000
// The burst goes out at once, the rest at 1,000 a second.
const idealMs = requests - 100

/**
 * W8: a vendor that allows 1,000 requests a second with a burst of 100. It is not scaled, because the burst would hide
 * the limit.
 */
export const workload: Workload = {
  limits: { concurrency: inFlight },
  patient: true,
  async measure({ peer }) {
    let sample = {}
    await peer.connect({ token: tokenOf(0) }, [
      async (asker) => {
        let failed = 0
        const usage = await measured(() =>
          flights(requests, inFlight, async (index) => {
            try {
              await asker.get(`/limited/small/${index}`)
            } catch {
              // Counts what a check would see as a failure.
              failed++
            }
          }),
        )
        sample = { ...usage, wallS: usage.wallMs / 1000, ofIdeal: usage.wallMs / idealMs, failed }
      },
    ])
    return sample
  },
}

export const presentation: Presentation = {
  title: 'W8: 1,000 GETs, 64 in flight, at a vendor that allows 1,000/s with burst 100 (ideal 0.90 s)',
  columns: [
    { key: 'wallS', head: 'wall s', digits: 2 },
    { key: 'ofIdeal', head: '× ideal', digits: 2 },
    { key: 'answered429', head: '429s', digits: 0 },
    { key: 'failed', head: 'failed', digits: 0 },
    { key: 'cpuMs', head: 'CPU ms', digits: 0 },
  ],
}
