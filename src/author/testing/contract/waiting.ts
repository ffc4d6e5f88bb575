/** A measurement that is under way. */
export interface WaitMeasurement {
  /** Ends it, and gives the time, ms. */
  endMs(): number
}

const pulseMs = 10

/**
 * Measures how long this process waits, and not how long it works: on a busy machine the work of a run takes any time. A timer that
 * comes late counts as if it had come in time.
 */
export function measureWaiting(): WaitMeasurement {
  let pulses = 0
  const timer = setInterval(() => pulses++, pulseMs)
  return {
    endMs: () => {
      clearInterval(timer)
      return pulses * pulseMs
    },
  }
}
