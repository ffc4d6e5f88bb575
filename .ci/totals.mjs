import { existsSync, readFileSync } from 'node:fs'

// Prints "passed failed skipped" of a test run's JSON report; a run that wrote none has run nothing.
const file = process.argv[2]
const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

/** A file that cannot be loaded fails without a single test in it. */
const unloaded = (report?.testResults ?? []).filter(
  (result) => result.status === 'failed' && result.assertionResults.every((test) => test.status !== 'failed'),
)
const passed = report?.numPassedTests ?? 0
const failed = (report?.numFailedTests ?? 0) + unloaded.length
const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
console.log(`${passed} ${failed} ${skipped}`)
