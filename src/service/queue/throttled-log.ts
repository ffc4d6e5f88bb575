import { CheckwrightError } from '../../errors/index.ts'
import type { EngineLogger } from './engine.ts'

const logEveryMs = 30_000

/** Logs problems of the queue, with a limit: if the store is away for an hour, ten thousand lines would not help. */
export function createThrottledLog(logger: Pick<EngineLogger, 'warn'>, message: string): (error: unknown) => void {
  const loggedAtMs = new Map<string, number>()
  return (error) => {
    const code = error instanceof CheckwrightError ? error.code : 'UNKNOWN'
    const nowMs = performance.now()
    if (nowMs - (loggedAtMs.get(code) ?? Number.NEGATIVE_INFINITY) < logEveryMs) return
    loggedAtMs.set(code, nowMs)
    logger.warn({ code }, message)
  }
}
