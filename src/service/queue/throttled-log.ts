import { CheckwrightError } from '../../errors/index.ts'
import type { EngineLogger } from './engine.ts'

const toldEveryMs = 30_000

/** Logs problems of the queue, with a limit: if the store is away for an hour, ten thousand lines would not help. */
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
