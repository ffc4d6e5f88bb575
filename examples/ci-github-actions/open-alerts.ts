import { readFileSync } from 'node:fs'

interface Sarif {
  readonly runs: {
    results: { readonly kind?: string; readonly suppressions?: unknown; readonly baselineState?: string }[]
  }[]
}

/** GitHub treats every result as an alert, including passing and accepted ones, so this keeps only the open ones. */
const [, , file = 'all.sarif'] = process.argv
const sarif: Sarif = JSON.parse(readFileSync(file, 'utf8'))
for (const run of sarif.runs)
  run.results = run.results.filter(
    ({ kind, suppressions, baselineState }) =>
      (kind === 'fail' || kind === 'review') && suppressions === undefined && baselineState !== 'absent',
  )
process.stdout.write(JSON.stringify(sarif))
