import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Says at the end which tests did not run and why, so that a skip is never silent. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    // A run of chosen names (`-t`) skips all others on purpose.
    const inFull = modules.filter((module) => module.project.config.testNamePattern === undefined)
    const skipped = inFull.flatMap((module) => [...module.children.allTests('skipped')])
    if (skipped.length === 0) return

    console.log(`\n Skipped tests: ${skipped.length}`)
    for (const [reason, tests] of Map.groupBy(skipped, reasonOf)) {
      console.log(`   ${reason ?? 'as the name says'}`)
      for (const [file, inFile] of Map.groupBy(tests, (test) => test.module.relativeModuleId)) {
        const many = reason !== undefined && inFile.length > 1
        const named = many ? [`${inFile.length} tests`] : inFile.map((test) => test.fullName)
        for (const name of named) console.log(`     ${file}: ${name}`)
      }
    }
  }
}

/** The note given to `context.skip(note)`. `test.skipIf` has none: there the test's name has to say it. */
function reasonOf(test: TestCase): string | undefined {
  const result = test.result()
  return result.state === 'skipped' ? result.note : undefined
}
