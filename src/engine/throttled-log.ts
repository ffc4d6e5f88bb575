import { CheckwrightError } from '../errors/index.ts'
import type { EngineLogger } from './engine.ts'

const toldEveryMs = 30_000

/** Tells the log what goes wrong with the queue: a store that is away for an hour is no reason for ten thousand lines. */
export function createThrottledLog(logger: Pick<EngineLogger, 'warn'>, message: string): (error: unknown) => void {
  const toldAtMs = new Map<string, number>()
  return (error) => {
    const code = error instanceof CheckwrightError ? error.code : 'UNKNOWN'
    const nowMs = performance.now()
    if (nowMs - (toldAtMs.get(code) ?? Number.NEGATIVE_INFINITY) < toldEveryMs) return
    toldAtMs.set(code, nowMs)
    logger.warn({ code }, message)
  }
}
