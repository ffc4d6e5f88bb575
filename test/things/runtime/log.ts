import type { Logger } from '../../../src/things/runtime/runtime.ts'

export interface LogLine {
  readonly level: string
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** A logger that keeps its lines. */
export function createRecordingLogger(): Logger & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = []
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, fields: { ...fields } })
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
