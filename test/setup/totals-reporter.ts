import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'

/** Lines of an error that are worth a place at the end of a long log. */
const linesOfError = 6

/**
 * Writes for `.ci/run` how many tests passed, failed and were skipped, each by its number on the first line, and below
 * it what failed: a test, a file or group whose setup failed, a test that never ended, an error outside all tests.
 */
export class TotalsReporter implements Reporter {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<SerializedError>): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const byState = Map.groupBy(tests, (test) => test.result().state)
    const count = (state: ReturnType<TestCase['result']>['state']) => byState.get(state)?.length ?? 0

    const failures = [
      ...modules.flatMap((module) => module.errors().map((error) => tell(module.relativeModuleId, error))),
      ...modules.flatMap((module) =>
        [...module.children.allSuites()].flatMap((suite) => suite.errors().map((error) => tell(nameOf(suite), error))),
      ),
      ...(byState.get('failed') ?? []).flatMap(
        (test) => test.result().errors?.map((error) => tell(nameOf(test), error)) ?? [],
      ),
      ...(byState.get('pending') ?? []).map((test) => `${nameOf(test)}\n  never ended`),
      ...unhandled.map((error) => tell('outside all tests', error)),
    ]
    writeFileSync(this.#file, [`${count('passed')} ${failures.length} ${count('skipped')}`, ...failures, ''].join('\n'))
  }
}

function nameOf(entity: TestCase | TestSuite): string {
  return `${entity.module.relativeModuleId}: ${entity.fullName}`
}

function tell(place: string, error: SerializedError): string {
  const { message, stack, cause } = error
  const lines = stripVTControlCharacters(stack ?? message)
    .split('\n')
    .slice(0, linesOfError)
  const told = [place, ...lines.map((line) => `  ${line}`)].join('\n')
  return cause === undefined ? told : `${told}\n${tell('  because of', cause)}`
}
