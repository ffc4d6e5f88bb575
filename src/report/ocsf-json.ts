import { listOcsfEvents } from './ocsf.ts'
import { writeJsonPieces } from './pieces/json-pieces.ts'
import type { Report, ReportInput } from './pieces/report.ts'

/**
 * The events of `ocsf` as one JSON array, for importers that take a file. Requirements are ids without their framework, `CC6.1`, as such
 * importers look them up in the framework that a person chose; `standards` has the frameworks.
 */
export const writeOcsfJsonReport: Report = async function* (runs) {
  yield* writeJsonPieces(listBareEvents(runs), { indent: 0 })
  yield '\n'
}

async function* listBareEvents(runs: readonly ReportInput[]): AsyncGenerator<object> {
  for (const reported of runs) for await (const event of listOcsfEvents(reported)) yield withBareControls(event)
}

interface EventWithControls {
  readonly compliance: {
    readonly control?: string | undefined
    readonly requirements: readonly string[]
    readonly checks: readonly { readonly standards: readonly string[] }[]
  }
}

function withBareControls(event: object): object {
  const { compliance } = event as EventWithControls
  return {
    ...event,
    compliance: {
      ...compliance,
      control: compliance.control === undefined ? undefined : toBareControl(compliance.control),
      requirements: [...new Set(compliance.requirements.map(toBareControl))],
    },
  }
}

/** `soc2:CC6.1` → `CC6.1`. */
function toBareControl(control: string): string {
  return control.slice(control.indexOf(':') + 1)
}
